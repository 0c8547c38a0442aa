import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { holdPool, lookForDead } from './job-recovery.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const pool = () => stack.platform.database.pool

async function lockedBy(id: string): Promise<void> {
  await pool().query("select graphile_worker.add_job('operations.audit-months', job_key => $1)", [id])
  await pool().query(
    "update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute' where key = $1",
    [id],
  )
}

/** Counts only this database's locks; other databases have their own. */
const heldLocks = async () =>
  (
    await pool().query(
      "select from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and locktype = 'advisory' and granted",
    )
  ).rowCount

test('a pool is dead when its lock is free at two looks four seconds apart', async () => {
  await lockedBy('pool-dead')
  const look = lookForDead(pool())
  expect(await look(0)).toEqual([])
  expect(await look(3999)).toEqual([])
  expect(await look(4000)).toEqual(['pool-dead'])
})

test('a worker that holds its lock again at the second look, as after a restart of the database, keeps its jobs', async () => {
  await lockedBy('pool-alive')
  const look = lookForDead(pool())
  expect(await look(0)).toEqual([])
  const hold = holdPool(stack.config.databaseUrl, 'pool-alive', stack.platform.log)
  await eventually(heldLocks, (held) => held === 1)
  expect(await look(60_000)).not.toContain('pool-alive')
  await hold.release()
  // The connection is gone for good now, so the count starts over.
  await eventually(heldLocks, (held) => held === 0)
  expect(await look(61_000)).not.toContain('pool-alive')
  expect(await look(65_000)).toContain('pool-alive')
})

test('locked jobs are found by an index', async () => {
  const client = await pool().connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query(
      `explain select distinct locked_by from graphile_worker._private_jobs
       where locked_at is not null and locked_at < now() - interval '2 s'`,
    )
    expect(JSON.stringify(rows)).toContain('parley_locked_jobs')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
