import { expect, test } from 'vitest'
import { readConfig } from '#platform/process/config.ts'
import { addressKey } from './limits.ts'

test('an address has a hundred wrong tries by default [AUTH-44]', () => {
  const settings = {
    PARLEY_ENV: 'test',
    DATABASE_URL: 'postgres://a',
    REDIS_URL: 'redis://a',
    SMTP_URL: 'smtp://a',
  }
  expect(readConfig(settings).loginAddressTriesMax).toBe(100)
  expect(readConfig(settings).loginTriesMax).toBe(10)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::5:6:7:8', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s [AUTH-44]', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('addresses of different /64 networks are counted apart', () => {
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
})
