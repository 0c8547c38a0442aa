import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../apps/web')
const sources = globSync(['src/**/*.{ts,tsx}', 'public/*.js'], { cwd: web })
  .filter((path) => !/\.(test|stories)\.tsx?$/.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8'))

/** Names of locks and broadcast channels between tabs: nothing is stored under them. */
const notKept = ['parley.live', 'parley.answers', 'parley.call', 'parley.knock']

test('docs/rules.md lists exactly the keys under which the web stores something [WIRE-73]', () => {
  const keys = sources.flatMap((source) =>
    [...source.matchAll(/['`](parley\.[a-z-]+)/g)].map(([, key]) => key ?? ''),
  )
  const kept = [...new Set(keys)].filter((key) => !notKept.includes(key)).toSorted()
  expect(kept.length).toBeGreaterThan(10)
  const rules = readFileSync(join(import.meta.dirname, '../docs/rules.md'), 'utf8')
  const listed = [...rules.matchAll(/`(parley\.[a-z-]+)/g)].map(([, key]) => key ?? '')
  expect(kept).toEqual([...new Set(listed)].toSorted())
})
