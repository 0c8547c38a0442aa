import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startStack } from '../../../../../tests/support/stack.ts'
import { sweepRows } from './sweep.ts'

test('a sweep deletes every expired row in batches, and no other row', async () => {
  await using stack = await startStack()
  const person = await stack.make.person({ level: 'Super' })
  const rows = Array.from({ length: 25 }, (_none, i) => ({
    person_id: person.id,
    route: 'POST /x',
    key: `key ${i}`,
    request_hash: Buffer.alloc(32),
    status: 200,
    response: '{}',
    created_at: new Date(i < 21 ? '2020-01-01' : '2030-01-01'),
  }))
  await stack.db.insertInto('idempotency_keys').values(rows).execute()
  const old = sql`created_at < '2025-01-01'`
  expect(await sweepRows(stack.db, 'idempotency_keys', old, 7)).toBe(21)
  expect(await sweepRows(stack.db, 'idempotency_keys', old, 7)).toBe(0)
  expect(await stack.db.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(4)
})
