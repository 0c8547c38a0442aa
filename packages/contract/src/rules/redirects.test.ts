import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destinationOf } from './redirects.ts'

test('a path on our own origin is followed, with its query [GUARD-02]', () => {
  expect(destinationOf('/sessions?filters={"status":["Scheduled"]}&page=2')).toBe(
    '/sessions?filters={%22status%22:[%22Scheduled%22]}&page=2',
  )
  expect(destinationOf('/session/1/preview')).toBe('/session/1/preview')
})

test('what leads elsewhere is not followed [GUARD-05]', () => {
  const elsewhere = [
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    'evil.test',
  ]
  for (const to of [...elsewhere, '', undefined, 7, '/a\n/b', '/login', '/login?to=/login'])
    expect(destinationOf(to)).toBe('/')
})

test('whatever is given, the browser stays on our origin [GUARD-05]', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.string().map((text) => `/${text}`),
      ),
      (to) => {
        expect(new URL(destinationOf(to), 'https://portal.test').origin).toBe('https://portal.test')
      },
    ),
  )
})
