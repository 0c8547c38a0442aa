import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../support/database.ts'
import { packed, statementsOf, unpacked } from './statements.ts'

test('each listener hears only the statements of its own work, even when the process sends others at the same time', async () => {
  const { ownerUrl, drop } = await cloneDatabase()
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const ask = async (name: string) => {
    for (let n = 0; n < 5; n += 1) {
      const client = await pool.connect()
      await client.query('select $1::text, pg_sleep(0.005)', [`${name} ${n}`])
      client.release()
    }
  }
  const [first, second] = await Promise.all([
    statementsOf(() => ask('first')),
    statementsOf(() => ask('second')),
    ask('nobody listens'),
  ])
  await pool.end()
  await drop()

  const heard = (name: string) => [0, 1, 2, 3, 4].map((n) => [`${name} ${n}`])
  expect(first.map(({ values }) => values)).toEqual(heard('first'))
  expect(second.map(({ values }) => values)).toEqual(heard('second'))
  expect([...first, ...second].filter(({ isBeside }) => isBeside)).toEqual([])
})

test('statements sent in parallel are marked as such, and bytes survive packing and unpacking', async () => {
  const { ownerUrl, drop } = await cloneDatabase()
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const bytes = Buffer.from([0, 1, 254])
  const [one, other] = [await pool.connect(), await pool.connect()]
  const statements = await statementsOf(async () => {
    await one.query('select $1::bytea', [bytes])
    await Promise.all([one.query('select 1'), other.query('select 2')])
  })
  one.release()
  other.release()
  await pool.end()
  await drop()

  const read = unpacked(packed(statements))
  expect(read.map(({ text, isBeside }) => [text, isBeside])).toEqual([
    ['select $1::bytea', undefined],
    ['select 1', undefined],
    ['select 2', true],
  ])
  expect(read[0]?.values).toEqual([bytes])
})
