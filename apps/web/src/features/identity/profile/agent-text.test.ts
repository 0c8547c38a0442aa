import { expect, test } from 'vitest'
import { agentText, isHandheld } from './agent-text.ts'

const linux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

test.each([
  [linux, 'Chrome on Linux'],
  [iphone, 'Safari on iPhone'],
  [`${linux} Edg/156.0.0.0`, 'Edge on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.9', 'Unknown browser'],
  ['', 'Unknown browser'],
])("the user agent %s reads '%s'", (agent, words) => expect(agentText(agent)).toBe(words))

test('a phone counts as handheld, and a computer does not', () => {
  expect(isHandheld(iphone)).toBe(true)
  expect(isHandheld(linux)).toBe(false)
})
