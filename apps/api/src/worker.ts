import { EventEmitter } from 'node:events'
import { run, type WorkerEvents } from 'graphile-worker'
import { signInGrants } from './features/identity/identity.ts'
import { readConfig } from './platform/process/config.ts'
import { isDatabaseAway } from './platform/database/database.ts'
import { holdPool, watchForDeadPools } from './platform/jobs/job-recovery.ts'
import { inLane, jobLogger, laneNames, lanes, workerConnections, type Lane } from './platform/jobs/jobs.ts'
import { serveMetrics } from './platform/process/metrics.ts'
import { openPlatform } from './platform/process/open.ts'
import { tasks, timetable } from './tasks.ts'

const config = readConfig()
const { platform, close } = await openPlatform({
  config: { ...config, databasePoolMax: workerConnections },
  clock: Date.now,
  grants: signInGrants,
})
const { log, metrics, database } = platform
const metricsServer = config.metricsPort ? await serveMetrics(metrics, config.metricsPort) : undefined

const holds: { release: () => Promise<void> }[] = []
// The library exports its emitter's type but accepts any emitter.
const events: WorkerEvents = new EventEmitter()
events.on('pool:create', ({ workerPool }) => holds.push(holdPool(config.databaseUrl, workerPool.id, log)))
events.on('job:complete', ({ job, error }) =>
  metrics.jobs.inc({ task: job.task_identifier, outcome: error ? 'failed' : 'done' }),
)

const all = tasks(platform)
const runLane = (lane: Lane) =>
  run({
    pgPool: database.pool,
    taskList: inLane(lane, all),
    concurrency: lanes[lane],
    noHandleSignals: true,
    events,
    logger: jobLogger(log),
    parsedCronItems: lane === 'work' ? timetable : [],
  })

/** A worker may start before its database, or restart while that is away, so it waits instead of exiting. */
async function startLane(lane: Lane) {
  for (;;)
    try {
      return await runLane(lane)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log.warn({ err: error, lane }, 'the database is away: trying again')
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
}
const runners: Awaited<ReturnType<typeof runLane>>[] = []
for (const lane of laneNames) runners.push(await startLane(lane))
const watch = watchForDeadPools(database.pool, log)
log.info('worker runs')

async function drain(signal: string): Promise<void> {
  log.info({ signal }, 'worker drains')
  watch.stop()
  await Promise.all(runners.map((runner) => runner.stop()))
  await Promise.all(holds.map((hold) => hold.release()))
  metricsServer?.close()
  await close()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    drain(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the drain failed')
        process.exit(1)
      },
    )
  })
await Promise.all(runners.map((runner) => runner.promise))
