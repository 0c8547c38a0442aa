import { describe, expect, test } from 'vitest'
import { checkTestRules } from './test-rules.ts'

const inTest = (body: string, path = 'a.test.ts') =>
  checkTestRules(path, `test('x', async () => {\n${body}\n})\n`)

describe('the check of tests', () => {
  test.each([
    ['a failure that is caught', 'try { await made() } catch { made = undefined }', 'catches nothing'],
    ['a set-up that may fail', 'const made = await book().catch(() => undefined)', 'catches nothing'],
    ['an expectation under if', 'if (made) expect(made).toBe(1)', 'sometimes none'],
    ['an expectation under else', 'if (made) go()\nelse await expect(made).toBe(1)', 'sometimes none'],
    ['an expectation behind a return', 'if (!made) return\nexpect(made).toBe(1)', 'sometimes none'],
    [
      'an expectation behind a continue',
      'for (const one of made) { if (!one) { continue }\nexpect(one).toBe(1) }',
      'sometimes none',
    ],
    ['an expectation behind &&', 'made && expect(made).toBe(1)', 'sometimes none'],
    ['an expectation in a conditional expression', 'made ? expect(made).toBe(1) : none()', 'sometimes none'],
    ['an expectation in a switch case', 'switch (made) { case 1: expect(made).toBe(1) }', 'sometimes none'],
    ['a helper that expects', 'if (made) await expectAccessible(page)', 'sometimes none'],
  ])('refuses %s', (_name, body, finding) => {
    for (const path of ['a.test.ts', 'b.spec.ts', 'c.stories.tsx'])
      expect(inTest(body, path)).toEqual([expect.stringMatching(`^${path}:\\d+: .*${finding}`)])
  })

  test('the check of tests names the line of a finding', () => {
    expect(inTest('const a = 1\nif (a) {\n  expect(a).toBe(1)\n}')[0]).toMatch(/^a\.test\.ts:4: /)
  })
})

test.each([
  ['a value that depends on a condition', 'expect(status).toBe(isSeen ? 200 : 404)'],
  ['a condition without an expectation', 'if (made) await remove(made)\nexpect(made).toBe(1)'],
  ['a set-up that throws', "if (!made) throw new Error('not made')\nexpect(made).toBe(1)"],
  ['the width of a journey', 'if (isPhone(page)) return\nif (!isPhone(page)) expect(page).toBe(1)'],
  ['a refusal', "await expect(book()).rejects.toThrow('x')"],
])('%s is allowed', (_name, body) => expect(inTest(body)).toEqual([]))

test('a file that is not a test may catch', () => {
  expect(inTest('try { go() } catch { stay() }', 'tests/support/stack.ts')).toEqual([])
})
