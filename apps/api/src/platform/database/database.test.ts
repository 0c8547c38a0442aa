import { expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { cloneDatabase } from '../../../../../tests/support/database.ts'
import { startStatementRelay } from '../../../../../tests/support/relays/statement-relay.ts'
import { isDatabaseAway, openDatabase } from './database.ts'
import { inTransaction } from './transactions.ts'

test('a statement that gets no answer fails as a database that is away, its rollback does not wait, and the pool gets its connection back [OPS-16]', async () => {
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  let isSilent = false
  let asked = 0
  const relay = stack.use(
    await startStatementRelay(addresses(herePlaces()).postgres, ({ direction }) => {
      if (isSilent && direction === 'statement') asked += 1
      return isSilent ? 'hold' : 'pass'
    }),
  )
  const url = new URL(cloned.appUrl)
  url.port = String(relay.port)
  const statementMs = 300
  const database = openDatabase(url.href, 1, () => {}, { statementMs, patienceMs: 10_000 })
  stack.defer(database.close)
  const since = performance.now()
  const transaction = inTransaction(database.db, async (tx) => {
    await tx.selectFrom('people').select('id').execute()
    isSilent = true
    await tx.selectFrom('people').select('id').execute()
  })
  await expect(transaction).rejects.toSatisfy(isDatabaseAway)
  expect(asked).toBe(1)
  expect(performance.now() - since).toBeLessThan(2 * (statementMs + 2000))
  isSilent = false
  // The only connection of the pool is free again.
  expect(await database.db.selectFrom('people').select('id').execute()).toEqual([])
})

test('PostgreSQL ends an idle transaction after 20 s, a statement after 15 s, and a silent connection after 60 s', async () => {
  const cloned = await cloneDatabase()
  await using stack = new AsyncDisposableStack()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 1, () => {})
  stack.defer(database.close)
  const { rows } = await database.pool.query(
    `select name, setting::int as ms from pg_settings
     where name in ('idle_in_transaction_session_timeout', 'statement_timeout', 'tcp_user_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', ms: 20_000 },
    { name: 'statement_timeout', ms: 15_000 },
    { name: 'tcp_user_timeout', ms: 60_000 },
  ])
})
