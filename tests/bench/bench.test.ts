import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entrySize, loadedBy } from './entry-size.ts'
import { describeInterval, medianInterval, reaches } from '../support/measure/statistics.ts'
import { interleaved } from './interleaved.ts'
import { medianScores } from './lighthouse.ts'
import { measurements } from './measurements.ts'

test('a ratio is measured in alternating rounds and printed with its spread [OPS-01]', async () => {
  const order: string[] = []
  const giving = (name: string, figures: number[]) => async () => {
    order.push(name)
    return figures.shift() ?? 0
  }
  const ratio = await interleaved(giving('ours', [90, 80, 99]), giving('bare', [100, 100, 100]), 3)
  expect(order).toEqual(['ours', 'bare', 'bare', 'ours', 'ours', 'bare'])
  expect(describeInterval(ratio)).toBe('0.90 (0.80 to 0.99, 3 rounds)')
})

test('[OPS-01] the interval of a median leaves out outliers, and a median below the limit fails even when its interval reaches it', () => {
  const rounds = Array.from({ length: 41 }, (_, i) => 0.8 + i * 0.005)
  const found = medianInterval([...rounds, 0.01, 9])
  // The binomial distribution's table gives the 15th and the 29th of 43 values.
  expect(describeInterval(found)).toBe('0.90 (0.86 to 0.94, 43 rounds)')
  expect([reaches(found, 0.89), reaches(found, 0.91), reaches(found, 0.95)]).toEqual([true, false, false])
})

test(
  'the bench runs both servers in turn and prints their ratio with its spread [OPS-01]',
  { timeout: 120_000 },
  async () => {
    const [line] = (await measurements['profiles-me']?.measure({ size: 'short', say: () => {} })) ?? []
    expect(line).toMatchObject({
      name: 'profiles-me',
      ours: expect.stringMatching(/^\d+\/s$/),
      bare: expect.stringMatching(/^\d+\/s$/),
      ratio: expect.stringMatching(/^\d+\.\d\d \(\d+\.\d\d to \d+\.\d\d, 2 rounds\)$/),
      limit: 'at least 0.90',
    })
  },
)

test('each Lighthouse score is the median of 5 runs, category by category [OPS-02]', async () => {
  const runs = [
    [91, 100, 96],
    [99, 97, 96],
    [97, 98, 100],
    [40, 99, 96],
    [98, 96, 92],
  ]
  let count = 0
  const scores = await medianScores(async () => {
    const [performance = 0, accessibility = 0, practices = 0] = runs[count] ?? []
    count += 1
    return { performance, accessibility, 'best-practices': practices }
  })
  expect(count).toBe(5)
  expect(scores).toEqual({ performance: 97, accessibility: 98, 'best-practices': 96 })
})

/** Writes a built page to a temporary folder. */
function builtPage(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-entry-size-'))
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

const page = {
  'login.html':
    '<script src="/start.js"></script><script type="module" src="/assets/entry.js"></script><link rel="modulepreload" href="/assets/shared.js">',
  'start.js': '0',
  'assets/entry.js': 'import{a}from"./shared.js";import"./field.js";const b=()=>import("./other.js")',
  'assets/shared.js': 'export{c}from"./deep.js"',
  'assets/field.js': 'import{a}from"./shared.js"',
  'assets/deep.js': '0',
  'assets/other.js': '0',
}

test('loadedBy lists the scripts of a page and their static imports once each, and no dynamic import', () => {
  using built = builtPage(page)
  expect(loadedBy(built.folder, 'login.html').toSorted()).toEqual([
    'assets/deep.js',
    'assets/entry.js',
    'assets/field.js',
    'assets/shared.js',
    'start.js',
  ])
})

test.each([
  ['login.html', 180_000],
  ['join.html', 120_000],
] as const)('%s fails the check once it loads more than %i bytes', (name, limit) => {
  using built = builtPage({ ...page, 'join.html': page['login.html'] })
  expect(entrySize(name, built.folder)).toMatchObject({ isGood: true })
  // Random bytes, which gzip cannot shrink.
  writeFileSync(join(built.folder, 'assets/field.js'), randomBytes(limit))
  expect(entrySize(name, built.folder)).toMatchObject({
    isGood: false,
    files: [{ file: 'assets/field.js' }, {}, {}, {}, {}],
  })
})
