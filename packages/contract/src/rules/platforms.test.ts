import { expect, test } from 'vitest'
import { platformOf } from './platforms.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', 'windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'macos',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'linux'],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36',
    undefined,
  ],
  ['Mozilla/5.0 (Linux; Android 15; Tablet) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', undefined],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', undefined],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', undefined],
  ['curl/8.5.0', undefined],
])('the platform of %s is %s', (agent, expected) => {
  expect(platformOf(agent)).toBe(expected)
})
