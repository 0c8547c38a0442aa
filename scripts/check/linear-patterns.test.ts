import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkLinearPatterns } from './linear-patterns.ts'

const root = mkdtempSync(join(tmpdir(), 'parley-patterns-'))
afterAll(() => rmSync(root, { recursive: true }))

function checked(path: string, text: string): Promise<string[]> {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return checkLinearPatterns(root, [path])
}

test('a pattern with quadratic running time is refused with its file and line', async () => {
  const [finding, ...more] = await checked('apps/api/src/a.ts', '\nexport const end = / +$/\n')
  expect(more).toEqual([])
  expect(finding).toMatch(/^apps\/api\/src\/a\.ts:2: \/ \+\$\/ is 2nd degree polynomial/)
})

test('a linear pattern passes, and so does any pattern in a test', async () => {
  expect(await checked('apps/api/src/b.ts', 'export const word = /^[a-z]+$/')).toEqual([])
  expect(await checked('apps/api/src/b.test.ts', 'export const end = / +$/')).toEqual([])
})

test("a pattern built at run time needs a 'linear:' comment on the line above", async () => {
  const made = 'export const of = (word: string) =>\n'
  expect(await checked('packages/contract/src/c.ts', `${made}  new RegExp(word)`)).toHaveLength(1)
  const reasoned = `${made}  // linear: letters alone.\n  new RegExp(word)`
  expect(await checked('packages/contract/src/c.ts', reasoned)).toEqual([])
})
