import { expect, test } from 'vitest'
import { passwordFault, passwordStrength } from './passwords.ts'

const owner = { username: 'dana.w', first_name: 'Dana', last_name: 'Whitfield' }
const fault = (password: string) => passwordFault(password, owner, (folded) => folded === 'password1234')

test('a password has 12 to 128 characters, holds no name of its owner and is none of the commonest [AUTH-40]', () => {
  expect(fault('quiet harbour')).toBeUndefined()
  expect(fault('elevenchars')).toMatch('at least 12')
  expect(fault('x'.repeat(129))).toMatch('at most 128')
  expect(fault('whitfield harbour')).toMatch('names')
  expect(fault('xx DANA.W xxxxx')).toMatch('names')
  expect(fault('Password1234')).toMatch('most common')
})

test('characters are counted, not bytes', () => {
  expect(fault('🔑'.repeat(12))).toBeUndefined()
  expect(fault('🔑'.repeat(11))).toMatch('at least 12')
})

test.each([
  ['', 0],
  ['quiet', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefghijklmnop', 1],
  ['dana.w harbour lantern', 1],
  ['harbour lane', 2],
  ['three quiet herons wad', 3],
  ['three quiet herons wade in a muddy bay', 4],
])('%s is strong by %i steps of four', (password, steps) => {
  expect(passwordStrength(password, fault(password))).toBe(steps)
})
