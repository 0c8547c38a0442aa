import { openDatabase } from '@parley/api/platform/database/database.ts'
import { cloneDatabase, worldPatienceMs } from '../support/database.ts'
import { makers } from '../support/make.ts'
import { startApi, startRedis } from '../support/engines/processes.ts'

/** Two API processes that share one database and one Redis, as behind a load balancer. */
export async function startPair(settings: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const redis = stack.use(await startRedis())
  const start = async () =>
    stack.use(await startApi({ databaseUrl: cloned.appUrl, redisUrl: redis.url, settings }))
  const apis = await Promise.all([start(), start()])
  const database = openDatabase(cloned.appUrl, 4, () => {}, { patienceMs: worldPatienceMs })
  stack.defer(database.close)
  const owned = stack.move()
  return {
    apis,
    redis,
    databaseUrl: cloned.appUrl,
    db: database.db,
    make: makers(database.db, Date.now),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export type Pair = Awaited<ReturnType<typeof startPair>>
