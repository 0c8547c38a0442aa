import { expect, test } from 'vitest'
import { contactAddress } from './contact-address.ts'

test('a phone number becomes a tel: link, an email address a mailto: link, and other text no link', () => {
  expect(contactAddress('+1 212 555 0142')).toBe('tel:+12125550142')
  expect(contactAddress('help@northlight.example')).toBe('mailto:help@northlight.example')
  expect(contactAddress('Front desk, 2nd floor')).toBeUndefined()
})
