import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { eventually } from '../../support/eventually.ts'
import { startRedis, startWorker } from '../../support/engines/processes.ts'
import { peopleWorld } from '../../support/worlds/people-world.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { nextHour } from './erasure-plant.ts'
import { residentBytes } from '../load/soak-memory.ts'
import { openFigures, worstOf, type ProofOptions } from '../proof.ts'

export const about =
  'In the night after the retention of 100,000 deleted people of one organization has ended, all of them are made anonymous in time, memory does not grow, and no booking of the organization waits for it.'

export const promises = ['PEOPLE-61', 'PEOPLE-62']

const sizes = { full: { people: 100_000, minutes: 10 }, short: { people: 1500, minutes: 2 } }
const lockMs = 250
const memoryTimes = 1.25

export async function prove({ size, say }: ProofOptions) {
  const { people, minutes } = sizes[size]
  const figures = openFigures(say)
  await using redis = await startRedis()
  await using stack = await startStack({ REDIS_URL: redis.url })
  stack.clock.set(new Date().toISOString())
  const world = await peopleWorld(stack)
  await using owned = new AsyncDisposableStack()
  const owner = new pg.Client({ connectionString: stack.database.ownerUrl })
  await owner.connect()
  owned.defer(() => owner.end())
  await fill(owner, world, people)
  say(
    `${people.toLocaleString('en-US')} people who were deleted 40 days ago, each with a session, a chat and a mail:`,
  )
  const left = async () => {
    const { rows } = await owner.query<{ left: number }>(
      'select count(*)::int as left from people where deleted_at is not null and anonymized_at is null',
    )
    return rows[0]?.left ?? 0
  }
  await using worker = await startWorker({
    databaseUrl: stack.database.appUrl,
    redisUrl: redis.url,
    settings: { S3_PREFIX: stack.config.s3.prefix },
  })
  await eventually(worker.log, (log) => log.includes('worker runs'), 60_000)
  const beside = bookBeside(stack, world, owner)
  const memory: number[] = []
  const begun = performance.now()
  await sql`select from graphile_worker.add_job('privacy.erase-kept')`.execute(stack.db)
  await eventually(
    async () => {
      memory.push(await residentMegabytes(worker.pid))
      await pause(1000)
      return left()
    },
    (count) => count === 0,
    2 * minutes * 60_000,
  ).catch(() => {}) // The figure tells how many.
  const seconds = (performance.now() - begun) / 1000
  const { booked, refused, waits } = await beside.end()
  figures.exactly('people left', await left(), 0)
  figures.atMost('the night', seconds, minutes * 60, ' s')
  figures.atLeast('bookings beside it', booked, 1)
  figures.exactly('of these refused', refused, 0)
  figures.atMost('the longest that one waited for a lock', Math.max(0, ...waits), lockMs, ' ms')
  if (size === 'full') {
    const quarter = Math.ceil(memory.length / 4)
    const [early, late] = [worstOf(memory.slice(0, quarter)), worstOf(memory.slice(-quarter))]
    say(
      `  the worker's memory: ${early.toFixed(0)} MB in the first quarter, ${late.toFixed(0)} MB in the last`,
    )
    figures.atMost('its memory in the last quarter, in that of the first', late / early, memoryTimes)
  }
  return figures.all
}

type World = Awaited<ReturnType<typeof peopleWorld>>

async function fill(owner: pg.Client, { organization, coach }: World, people: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into people (id, organization_id, coach_id, privs, username, email, first_name, last_name, deleted_at, created_at)
     select gen_random_uuid(), $1, $2, 0, 'gone.' || n, 'gone.' || n || '@example.test', 'Gone' || n, 'Person' || n,
       now() - interval '40 days' - n * interval '1 second', now() - interval '300 days'
     from generate_series(1, $3::integer) n`,
    [organization.id, coach.id, people],
  )
  await owner.query(
    `insert into sessions (organization_id, coach_id, user_id, start_time, end_time, title, status, search)
     select organization_id, coach_id, id, now() - interval '100 days', now() - interval '100 days' + interval '1 hour',
       'About ' || first_name, 'Completed', search
     from people where deleted_at is not null`,
  )
  await owner.query(
    `insert into chats (session_id, messages) select id, 2 from sessions where organization_id = $1`,
    [organization.id],
  )
  await owner.query(
    `insert into chat_messages (session_id, number, author_id, client_id, type, body, created_at)
     select s.id, n, case n when 1 then s.user_id else s.coach_id end, gen_random_uuid(), 'text', s.title, s.start_time
     from sessions s, generate_series(1, 2) n where s.organization_id = $1`,
    [organization.id],
  )
  await owner.query(
    `insert into mails (id, message_id, kind, person_id, organization_id, session_id, to_address, created_at, sent_at, state)
     select gen_random_uuid(), '<' || p.id || '@x>', 'session-invitation', p.id, p.organization_id, s.id, p.email,
       now() - interval '60 days', now() - interval '60 days', 'sent'
     from people p join sessions s on s.user_id = p.id where p.deleted_at is not null`,
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('analyze')
}

/** Books and cancels in the same organization, and measures how long its statements wait for locks. */
function bookBeside(
  stack: Stack,
  { orgAdmin, coach, client, otherCoach, otherClient }: World,
  owner: pg.Client,
) {
  const over = new AbortController()
  let [booked, refused] = [0, 0]
  const waits: number[] = []
  const book = async () => {
    for (let i = 1; !over.signal.aborted; i += 1) {
      const [by, whom] = i % 2 ? [coach, client] : [otherCoach, otherClient]
      const start = nextHour(stack) + (24 + i) * 3_600_000
      const body = {
        title: 'Beside',
        coach_id: by.id,
        user_id: whom.id,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 1_800_000).toISOString(),
      }
      const { status } = await stack.as(orgAdmin).post('/sessions/create', body)
      if (status === 200) booked += 1
      else refused += 1
      await pause(500)
    }
  }
  const watch = async () => {
    while (!over.signal.aborted) {
      const { rows } = await owner.query<{ ms: number }>(
        `select extract(epoch from clock_timestamp() - w.waitstart)::float8 * 1000 as ms
         from pg_locks w join pg_stat_activity a on a.pid = w.pid
         where not w.granted and w.waitstart is not null and a.datname = current_database()`,
      )
      waits.push(...rows.map(({ ms }) => ms))
      await pause(20)
    }
  }
  const running = Promise.all([book(), watch()])
  return {
    end: async () => {
      over.abort()
      await running
      return { booked, refused, waits }
    },
  }
}

const residentMegabytes = async (pid: number): Promise<number> => (await residentBytes(pid)) / 1024 ** 2
