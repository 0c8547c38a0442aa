import { openDatabase, type Database } from '@parley/api/platform/database/database.ts'
import { issueToken } from '@parley/api/features/identity/sign-in/tokens.ts'
import { makeSessionsWorld, sizesFor } from '../../../scripts/database/sessions-world.ts'
import { cloneDatabase, keptDatabase, type TestDatabase, worldPatienceMs } from '../../support/database.ts'
import { bearer, openBeside, timed } from './beside-bare.ts'
import type { ProofOptions } from '../proof.ts'
import { requestsOf, type Named, type Request, type ViewerName } from './sessions-requests.ts'
import type { Statement } from './statements.ts'

const minute_ms = 60_000
const day_ms = 86_400_000

export type Sized = Awaited<ReturnType<typeof openSized>>

/** A new database with this many sessions, or the kept one. */
export async function makeSized(
  sessions: number,
  { say, keeps }: Pick<ProofOptions, 'say' | 'keeps'>,
): Promise<TestDatabase> {
  const fill = ({ ownerUrl }: TestDatabase) =>
    makeSessionsWorld(ownerUrl, { sizes: sizesFor(sessions), now: new Date(), say })
  if (keeps) return keptDatabase(`parley_world_${sessions}`, fill)
  const cloned = await cloneDatabase()
  await fill(cloned)
  return cloned
}

/** Starts an API process and the bare route on a made world. Disposing of it drops the database. */
export async function openSized(cloned: TestDatabase, label: string, pages: readonly number[]) {
  await using stack = new AsyncDisposableStack()
  stack.defer(cloned.drop)
  const now = Date.now()
  const database = openDatabase(cloned.appUrl, 2, () => {}, { patienceMs: worldPatienceMs })
  stack.defer(database.close)
  const cast = await castOf(database)
  const requests = requestsOf(cast.named, now, pages)
  const calls = requests.map(({ name, path, viewer }) => ({ name, path, token: cast.tokens[viewer] }))
  const { url, statements, ask, askBare, forgetLimits } = stack.use(await openBeside(cloned.appUrl, calls))
  const count = async (text: string) => {
    const { rows } = await database.pool.query<{ n: string }>(text)
    return Number(rows[0]?.n)
  }
  const owned = stack.move()
  return {
    label,
    requests,
    ask,
    askBare,
    forgetLimits,
    book: (i: number) => timed(`${url}/api/sessions/create`, booking(cast, i)),
    keptCount: () =>
      count(
        'select sum(n) as n from (select n from session_counts union all select n from session_count_deltas) k',
      ),
    trueCount: () => count('select count(*) as n from sessions'),
    wholeReads: () => wholeReads(database, statements, requests),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface Cast {
  tokens: Record<ViewerName, string>
  named: Named
  coachId: string
  clientIds: string[]
  /** From this day on none of them has a session. */
  freeFrom: number
}

/** Picks an OrgAdmin and the busiest coach of the largest organization, and an Admin. */
async function castOf({ db, pool }: Database): Promise<Cast> {
  const one = async <T extends object>(text: string, values: unknown[] = []) => {
    const { rows } = await pool.query<T>(text, values)
    if (!rows[0]) throw new Error(`the world has no such row: ${text}`)
    return rows[0]
  }
  const { id: organizationId } = await one<{ id: string }>(
    'select organization_id as id from session_counts group by 1 order by sum(n) desc limit 1',
  )
  const { id: coachId } = await one<{ id: string }>(
    'select coach_id as id from sessions where organization_id = $1 group by 1 order by count(*) desc limit 1',
    [organizationId],
  )
  const clients = await pool.query<{ id: string; name: string }>(
    "select id, first_name || ' ' || last_name as name from people where coach_id = $1 order by id limit 20",
    [coachId],
  )
  const { name: coach } = await one<{ name: string }>(
    "select first_name || ' ' || last_name as name from people where id = $1",
    [coachId],
  )
  const orgAdmin = await one<{ id: string }>(
    'select id from people where organization_id = $1 and privs = 2 limit 1',
    [organizationId],
  )
  const admin = await one<{ id: string }>('select id from people where privs = 3 limit 1')
  const { latest } = await one<{ latest: Date }>(
    'select max(end_time) as latest from sessions where coach_id = $1',
    [coachId],
  )
  const tokenOf = (id: string) => issueToken(db, id, { address: '127.0.0.1', agent: 'proof' }, Date.now())
  return {
    tokens: {
      Coach: await tokenOf(coachId),
      OrgAdmin: await tokenOf(orgAdmin.id),
      Admin: await tokenOf(admin.id),
    },
    named: { client: clients.rows[0]?.name ?? '', coach, organizationId },
    coachId,
    clientIds: clients.rows.map((row) => row.id),
    freeFrom: Math.ceil(Math.max(latest.getTime(), Date.now() + 60 * day_ms) / day_ms) * day_ms,
  }
}

/** The requests with a statement that scans all sessions even with sequential scans disabled. */
async function wholeReads(
  { pool }: Database,
  statements: readonly Statement[][],
  requests: readonly Request[],
) {
  const client = await pool.connect()
  const found: string[] = []
  try {
    await client.query('set enable_seqscan = off')
    for (const [i, some] of statements.entries())
      for (const { text, values } of some.filter((one) => /^\s*(select|with)/i.test(one.text))) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        if (rows.some((row) => row['QUERY PLAN'].includes('Seq Scan on sessions')))
          found.push(requestAt(requests, i).name)
      }
  } finally {
    await client.query('reset enable_seqscan')
    client.release()
  }
  return found
}

function requestAt(requests: readonly Request[], i: number): Request {
  const request = requests[i]
  if (!request) throw new Error(`there is no request ${i}`)
  return request
}

/** Each booking has its own hour, later than everything in the world and everything that an earlier proof booked. */
function booking({ tokens, coachId, clientIds, freeFrom }: Cast, i: number): RequestInit {
  const start = freeFrom + i * 60 * minute_ms
  const body = {
    title: 'Values in practice',
    coach_id: coachId,
    user_id: clientIds[i % clientIds.length],
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 45 * minute_ms).toISOString(),
  }
  return {
    method: 'POST',
    headers: { ...bearer(tokens.Admin), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}
