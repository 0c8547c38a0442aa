import { expect, test } from 'vitest'
import { safeHref } from './safe-href.ts'

test.each(['/privacy', '/help?tab=client#x', 'https://example.com/a', 'mailto:help@example.com'])(
  '%s is followed',
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
])('%j is not', (uri) => {
  expect(safeHref(uri)).toBeUndefined()
})
