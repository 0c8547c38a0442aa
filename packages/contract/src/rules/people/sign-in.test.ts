import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destinationOf, foldUsername, isUsername, looksLikeEmail, standingAnnouncements } from './sign-in.ts'

test('a path on our own origin is followed, with its query [GUARD-02]', () => {
  expect(destinationOf('/sessions?filters={"status":["Scheduled"]}&page=2')).toBe(
    '/sessions?filters={%22status%22:[%22Scheduled%22]}&page=2',
  )
  expect(destinationOf('/session/1/preview')).toBe('/session/1/preview')
})

test('a target that leads to another origin, or back to the login page, becomes / [GUARD-05]', () => {
  const elsewhere = [
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/.//evil.test/x',
    '/..//evil.test/x',
    '/a/..//evil.test',
    '/%2e//evil.test',
    '/%2E%2e//evil.test',
    '/./\\evil.test',
    '/%2f/evil.test',
    '/.%2Fevil.test',
    '/%5cevil.test',
    'https://evil.test',
    'javascript:alert(1)',
    'evil.test',
  ]
  for (const to of [...elsewhere, '', undefined, 7, '/login', '/login?to=/login'])
    expect(destinationOf(to)).toBe('/')
})

const pieces = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E',
  '%2f',
  '%5C',
  '\t',
  '\n',
  '@',
  ':',
  '?',
  '#',
  'evil.test',
  'https:',
  'a',
  '\u2215',
]

test('any target stays on our origin, whether it is resolved once, twice or decoded [GUARD-05]', () => {
  const origin = 'https://portal.test'
  const nasty = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => `/${parts.join('')}`)
  const any = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.string().map((text) => `/${text}`),
  )
  fc.assert(
    fc.property(fc.oneof({ weight: 3, arbitrary: nasty }, any), (to) => {
      const found = new URL(destinationOf(to), origin)
      expect(found.origin).toBe(origin)
      expect(new URL(found.pathname, origin).origin).toBe(origin)
      const decoded = new URL(found.pathname.replaceAll(/%(2f|5c)/gi, '/'), origin)
      expect(new URL(decoded.pathname, origin).origin).toBe(origin)
    }),
    { numRuns: 1000 },
  )
})

test('an announcement is shown from its first instant until just before its end', () => {
  const one = { from: '2024-12-23T05:00:00Z', until: '2025-01-03T05:00:00Z' }
  const standsAt = (at: string) => standingAnnouncements([one], Date.parse(at)).length === 1
  expect(standsAt('2024-12-23T04:59:59.999Z')).toBe(false)
  expect(standsAt('2024-12-23T05:00:00.000Z')).toBe(true)
  expect(standsAt('2025-01-03T04:59:59.999Z')).toBe(true)
  expect(standsAt('2025-01-03T05:00:00.000Z')).toBe(false)
})

test('usernames have 3 to 64 lower-case letters, digits, dots, underscores or dashes, and are never email addresses', () => {
  for (const good of ['abc', 'a.b-c_9', 'x'.repeat(64)]) expect(isUsername(good)).toBe(true)
  for (const bad of ['ab', 'x'.repeat(65), 'Abc', 'a b c', 'a@b.c', 'äbc', 'abc\n', ''])
    expect(isUsername(bad)).toBe(false)
  expect([looksLikeEmail('dana@example.com'), looksLikeEmail('dana.w')]).toEqual([true, false])
  expect(foldUsername('  Dana.W ')).toBe('dana.w')
})
