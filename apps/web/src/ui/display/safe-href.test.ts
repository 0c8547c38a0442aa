import { expect, test } from 'vitest'
import { safeHref } from './safe-href.ts'

test.each(['/privacy', '/help?tab=client#x', 'https://example.com/a', 'mailto:help@example.com'])(
  'the address %s is allowed in a link',
  (uri) => {
    expect(safeHref(uri)).toBe(uri)
  },
)

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'http://example.com',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  'privacy',
  '',
  undefined,
  { uri: 'https://example.com' },
])('the address %j is refused in a link', (uri) => {
  expect(safeHref(uri)).toBeUndefined()
})
