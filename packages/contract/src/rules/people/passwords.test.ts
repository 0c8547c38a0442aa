import { expect, test } from 'vitest'
import { passwordFault, passwordStrength } from './passwords.ts'

const owner = { username: 'dana.w', first_name: 'Dana', last_name: 'Whitfield' }
const fault = (password: string) => passwordFault(password, owner, (folded) => folded === 'password1234')

test('a password has 12 to 128 characters, contains no name of its owner and is not one of the most common [AUTH-40]', () => {
  expect(fault('quiet harbour')).toBeUndefined()
  expect(fault('elevenchars')).toBe('Use at least 12 characters.')
  expect(fault('x'.repeat(128))).toBeUndefined()
  expect(fault('x'.repeat(129))).toBe('Use at most 128 characters.')
  const named = 'Leave your username and your names out of the password.'
  expect(fault('whitfield harbour')).toBe(named)
  expect(fault('xx DANA.W xxxxx')).toBe(named)
  expect(fault('Password1234')).toBe('This password is one of the most common ones. Choose another.')
})

test('the length of a password is counted in characters, not in bytes', () => {
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
  // 7 and 8, 13 and 14, 19 and 20 characters that count.
  ['kqgwmtrrrrrr', 1],
  ['kqgwmtzrrrrr', 2],
  ['kqgwmtzrfxbhd', 2],
  ['kqgwmtzrfxbhdp', 3],
  ['kqgwmtzrfxbhdpvjnsl', 3],
  ['kqgwmtzrfxbhdpvjnslc', 4],
  // In a run of repeats the first character counts, and each character counts at most three times.
  ['aaaaakqgwmtz', 2],
  ['kqkqkqkqkqgw', 2],
])("the strength of '%s' is %i of 4", (password, steps) => {
  expect(passwordStrength(password, fault(password))).toBe(steps)
})
