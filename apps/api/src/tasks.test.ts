import { expect, test } from 'vitest'
import { startStack } from '../../../tests/support/stack.ts'
import { tasks, timetable } from './tasks.ts'

const day_ms = 86_400_000

test('all that runs by the clock is there to be run', async () => {
  await using stack = await startStack()
  const known = Object.keys(tasks(stack.platform))
  expect(timetable.map(({ task }) => task).filter((task) => !known.includes(task))).toEqual([])
})

test('the nightly sweeps take keys of answered calls and busy times that are over, and leave what is to come', async () => {
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
