import { parseCronItems, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { sweepIdentity } from './features/identity/jobs.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { openLog } from './platform/log.ts'

const config = readConfig()
const log = openLog(config.logLevel)
const database = openDatabase(config.databaseUrl, config.databasePoolMax, (error) =>
  log.warn({ err: error }, 'an idle database connection broke'),
)

/** Every job of the product. Each may run again after a kill at any line and does no harm twice. */
const tasks: TaskList = {
  'identity.sweep': () => sweepIdentity(database.db, Date.now(), config.tokenAbsoluteMs),
  'operations.audit-months': async () => {
    await sql`select audit_log_make_months(current_date, 13)`.execute(database.db)
  },
}

const runner = await run({
  pgPool: database.pool,
  taskList: tasks,
  concurrency: 4,
  noHandleSignals: true,
  parsedCronItems: parseCronItems([
    { task: 'identity.sweep', match: '17 3 * * *', options: { backfillPeriod: 86_400_000 } },
    { task: 'operations.audit-months', match: '5 0 1 * *', options: { backfillPeriod: 86_400_000 * 31 } },
  ]),
})
log.info('worker runs')

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    log.info({ signal }, 'worker drains')
    runner
      .stop()
      .then(() => database.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the drain failed')
          process.exit(1)
        },
      )
  })
await runner.promise
