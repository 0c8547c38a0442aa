import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startStack } from '../../../../../../tests/support/stack.ts'
import { otherPlaces } from './other-places.ts'
import { personalData } from './personal-data.ts'

const root = join(import.meta.dirname, '../../../../../..')

test('every column of the database is in the map of personal data [PRIV-01]', async () => {
  await using stack = await startStack()
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not like 'audit_log_%' and table_name <> 'schema_migrations'`.execute(
    stack.db,
  )
  const mapped = Object.entries(personalData).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(rows.map(({ column }) => column).toSorted()).toEqual(mapped.toSorted())
})

/** Keys that hold preferences of a device and nothing about a person. */
const ofTheDevice = [
  'parley.theme',
  'parley.single-keys',
  'parley.columns',
  'parley.self-corner',
  'parley.self-hidden',
  'parley.camera',
  'parley.microphone',
  'parley.speaker',
  'parley.noise-suppression',
  'parley.reloaded-for',
]

test('every key that the web stores in a browser is in the map, or is a preference of the device [PRIV-01]', () => {
  const kept = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.(test|stories)\./.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .filter((text) => /(local|session)Storage|createKeptText/.test(text))
    .flatMap((text) => [...text.matchAll(/'(parley\.[a-z.-]+|gameStarted)'/g)].map(([, key = '']) => key))
  const mapped = otherPlaces.flatMap(({ where }) => /^Browser `(.+)`$/.exec(where)?.[1] ?? [])
  expect([...new Set(kept)].toSorted()).toEqual([...mapped, ...ofTheDevice].toSorted())
})

test('every key in Redis is in the map [PRIV-01]', () => {
  const sources = globSync(['apps/api/src/**/*.ts', 'packages/contract/src/stream/stream-host.ts'], {
    cwd: root,
  })
    .filter((path) => !path.includes('.test.') && !path.includes('/privacy/'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  const keys = sources.flatMap((text) => text.match(/(?<=['`])(?:parley:|stream:)[a-z:]+/g) ?? [])
  const mapped = otherPlaces.flatMap(({ where }) => /^Redis `(.+)`$/.exec(where)?.[1] ?? [])
  expect(keys.length).toBeGreaterThan(4)
  for (const key of keys) expect(mapped.some((one) => key.startsWith(one))).toBe(true)
})
