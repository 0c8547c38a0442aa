import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

test.each([
  ['at https://parley.example/set-password/s3cr-et_1?x=1', 'at https://parley.example/set-password/***?x=1'],
  ['/confirm-email/s3cr-et_1', '/confirm-email/***'],
  ['"/join/abc.def" failed', '"/join/***" failed'],
  [
    'wss://parley.example/rtc?access_token=eyJh.b.c&auto=1',
    'wss://parley.example/rtc?access_token=***&auto=1',
  ],
  ['Authorization: Bearer abc+/=def', 'Authorization: Bearer ***'],
  ['/join/a and /join/b', '/join/*** and /join/***'],
])('secrets are masked in: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})

test("the address of a session's join page has no secret and is not masked", () => {
  expect(maskSecrets('/session/42/join?x=1')).toBe('/session/42/join?x=1')
})
