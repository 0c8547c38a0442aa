import { expect, test } from 'vitest'
import { contactAddress } from './contact-address.ts'

test('a number can be called and an address written to; other words are left alone', () => {
  expect(contactAddress('+1 212 555 0142')).toBe('tel:+12125550142')
  expect(contactAddress('help@northlight.example')).toBe('mailto:help@northlight.example')
  expect(contactAddress('Front desk, 2nd floor')).toBeUndefined()
})
