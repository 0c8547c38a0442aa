import pg from 'pg'
import { expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openEvents } from '../../../tests/support/events.ts'
import { makers, password } from '../../../tests/support/make.ts'
import { startApi } from '../../../tests/support/engines/processes.ts'
import { openDatabase } from './platform/database/database.ts'

test(
  'on SIGTERM a process reports that it is not ready, ends its streams, finishes its requests and exits',
  { timeout: 90_000 },
  async () => {
    await using stack = new AsyncDisposableStack()
    const cloned = await cloneDatabase()
    stack.defer(cloned.drop)
    const database = openDatabase(cloned.appUrl, 1, () => {})
    stack.defer(database.close)
    const make = makers(database.db, Date.now)
    const person = await make.person({ level: 'Super' })
    await make.passwordFor(person.id)
    const api = stack.use(
      await startApi({
        databaseUrl: cloned.appUrl,
        redisUrl: addresses(herePlaces()).redis.url,
        settings: { PARLEY_DRAIN_SECONDS: '2' },
      }),
    )
    const stream = await openEvents(`${api.url}/api/live`, person.token)
    expect(stream.status).toBe(200)

    // A lock holds a sign-in in the middle of its work.
    const owner = new pg.Client({ connectionString: cloned.ownerUrl })
    await owner.connect()
    stack.defer(() => owner.end())
    await owner.query('begin; lock table sign_in_tokens in exclusive mode')
    const signIn = fetch(`${api.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: person.username, password }),
    })
    await eventually(
      async () => {
        await owner.query('select pg_stat_clear_snapshot()')
        const waiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        return (await owner.query(waiting)).rowCount
      },
      (count) => count === 1,
    )

    api.send('SIGTERM')
    await eventually(
      async () => (await fetch(`${api.url}/api/ready`)).status,
      (status) => status === 503,
      1500,
    )
    await stream.ended
    expect(api.isAlive()).toBe(true)
    await owner.query('rollback')
    expect((await signIn).status).toBe(200)
    await eventually(
      () => api.isAlive(),
      (isAlive) => !isAlive,
    )
    expect(api.log()).toContain('api ended')
  },
)
