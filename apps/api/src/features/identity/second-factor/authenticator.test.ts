import { expect, test } from 'vitest'
import { enrolmentOf, newAuthenticatorKey, stepOf } from './authenticator.ts'

const key = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])("the RFC's code at second %i is %s", (second, code) => {
  expect(stepOf(key, code, second * 1000)).toBe(Math.floor(second / 30))
})

test('a code is accepted in its own time step, the one before and the one after, and no further', () => {
  const own = 1_234_567_890_000
  const steps = [-2, -1, 0, 1, 2].map((by) => stepOf(key, '005924', own + by * 30_000))
  const step = Math.floor(own / 30_000)
  expect(steps).toEqual([undefined, step, step, step, undefined])
})

test('a key is 160 random bits, given as text, as an otpauth address and as a QR code', () => {
  expect(newAuthenticatorKey()).toHaveLength(20)
  expect(newAuthenticatorKey()).not.toEqual(newAuthenticatorKey())
  const { secret, uri, qr } = enrolmentOf(key, 'ada.l')
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const address = new URL(uri)
  expect(address.host).toBe('totp')
  expect(decodeURIComponent(address.pathname)).toBe('/Parley:ada.l')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Parley',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(qr.startsWith('data:image/svg+xml;base64,')).toBe(true)
  const svg = Buffer.from(qr.slice(qr.indexOf(',') + 1), 'base64').toString()
  expect(svg).toMatch(/^<svg .*<\/svg>$/s)
  expect(svg).not.toContain(secret)
})
