import { expect, test } from 'vitest'
import { startStack } from '../../../tests/support/stack.ts'
import { inLane, laneNames, lanes, sideBySide, workerConnections, type Lane } from './platform/jobs/jobs.ts'
import { tasks, timetable } from './tasks.ts'

const day_ms = 86_400_000

test('every task in the timetable exists', async () => {
  await using stack = await startStack()
  const known = Object.keys(tasks(stack.platform))
  expect(timetable.map(({ task }) => task).filter((task) => !known.includes(task))).toEqual([])
})

test('the nightly sweeps delete old idempotency keys and past busy times, and keep the others', async () => {
  await using stack = await startStack()
  const organization = await stack.make.organization()
  const coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const at = (days: number) => new Date(stack.clock.now() + days * day_ms).toISOString()
  await stack.make.session({ coach, start: at(-3) })
  const recent = await stack.make.session({ coach, start: at(-0.5) })
  const toCome = await stack.make.session({ coach, start: at(3) })
  const key = { person_id: coach.id, route: 'POST /x', request_hash: Buffer.alloc(32), status: 200 }
  await stack.db
    .insertInto('idempotency_keys')
    .values(['-2', '0'].map((days) => ({ ...key, key: days, response: '{}', created_at: at(Number(days)) })))
    .execute()

  for (const task of ['sessions.sweep-busy', 'operations.sweep-idempotency-keys']) {
    expect(timetable.map((item) => item.task)).toContain(task)
    await stack.platform.database.pool.query('select graphile_worker.add_job($1)', [task])
  }
  await stack.runJobs()

  const busy = await stack.db.selectFrom('session_busy').select('session_id').orderBy('during').execute()
  expect(busy.map((row) => row.session_id)).toEqual([recent.id, toCome.id])
  const kept = await stack.db.selectFrom('idempotency_keys').select('key').execute()
  expect(kept).toEqual([{ key: '0' }])
})

test('the sweep of the calls and its repeat half a minute later share a queue, so only one runs at a time', async () => {
  await using stack = await startStack()
  await stack.platform.database.pool.query("select graphile_worker.add_job('calls.sweep')")
  await stack.runJobs()
  const { rows } = await stack.platform.database.pool.query(
    "select queue_name from graphile_worker.jobs where task_identifier = 'calls.sweep-again'",
  )
  const item = timetable.find(({ task }) => task === 'calls.sweep')
  expect(rows).toEqual([{ queue_name: item?.options.queueName }])
  expect(item?.options.queueName).toBeDefined()
})

test('a worker has a connection for everything it does at once, and removals have a lane apart from the sweep', () => {
  const places = Object.values(lanes).reduce((sum, count) => sum + count, 0)
  // Each lane listens on one connection, and both jobs of the calls use several side by side.
  expect(workerConnections).toBeGreaterThanOrEqual(places + laneNames.length + 2 * sideBySide)
  const tasksOf = (lane: Lane) => Object.keys(inLane(lane, { 'calls.sweep': noJob, 'calls.shut-out': noJob }))
  expect([tasksOf('calls'), tasksOf('removals')]).toEqual([['calls.sweep'], ['calls.shut-out']])
})

const noJob = () => {}
