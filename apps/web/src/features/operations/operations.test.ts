import { expect, test } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import { actWords, changesOf } from './operations.ts'

test('every act that the API writes into its log has words', () => {
  const api = `${import.meta.dirname}/../../../../api/src/features`
  const sources = globSync('**/*.ts', { cwd: api }).filter((path) => !path.includes('.test.'))
  const written = sources.flatMap((path) => {
    const text = readFileSync(`${api}/${path}`, 'utf8')
    const acts = text.matchAll(
      /(?:action: |audit\w+\(tx, ctx, )'([a-z]+\.[a-z-]+)'|auditImport\([^)]*'([a-z.-]+)'/g,
    )
    return Array.from(acts, (match) => match[1] ?? match[2] ?? '')
  })
  expect(written.length).toBeGreaterThan(15)
  expect([...new Set(written)].filter((act) => actWords[act] === undefined)).toEqual([])
})

test('a change is told with both values where the log has them', () => {
  const detail = {
    fields: ['rate', 'displayName', 'two_factor_required', 'chat_files'],
    rate: { from: 11_500, to: 12_000 },
    two_factor_required: { from: false, to: true },
  }
  expect(changesOf({ detail })).toEqual([
    { words: 'Rate', from: '$115.00', to: '$120.00' },
    { words: 'Two-factor required', from: 'off', to: 'on' },
    { words: 'Organization Name' },
  ])
})

test('levels have names, ids say nothing and counts are counted', () => {
  const coach = '01a0b1c2-0000-7000-8000-000000000000'
  expect(
    changesOf({
      detail: {
        fields: ['privs', 'coach_id'],
        privs: { from: 1, to: 2 },
        coach_id: { from: coach, to: null },
        clients_released: 3,
      },
    }),
  ).toEqual([
    { words: 'Priv level', from: 'Coach', to: 'OrgAdmin' },
    { words: 'Coach' },
    { words: '3 clients without a coach now' },
  ])
  expect(changesOf({ detail: { written: 9593, errors: 0 } })).toEqual([{ words: '9,593 written' }])
})
