import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '@parley/api/platform/database/database.ts'
import type { TestPerson } from '../../support/make.ts'

/** The start of a round of `write-pairs`: the session's coach and type, and whether it has begun or is cancelled. */
export const worldNames = ['individual', 'group', 'running', 'gone', 'off'] as const
export type WorldName = (typeof worldNames)[number]

const people = ['x', 'y', 'z', 'c', 'd'] as const
type PersonName = (typeof people)[number]

/** One round's own people by letter: coaches x, y and z, clients c and d; and the session S. */
export interface World {
  name: WorldName
  /** The person who writes, and who has just cancelled the session if it is cancelled. */
  admin: TestPerson
  ids: Readonly<Record<PersonName | 'S', string>>
  coach: PersonName
  others: readonly PersonName[]
}

const day_ms = 86_400_000
const quarter_ms = 900_000
/** The times of the proof's sessions: S is tomorrow or began some minutes ago; new and moved ones are later tomorrow. */
export const timesAt = (now: number) => {
  const base = Math.ceil(now / quarter_ms) * quarter_ms
  const hour = (start: number) => ({ start: new Date(start), end: new Date(start + 3_600_000) })
  return { S: hour(base + day_ms), running: hour(base - quarter_ms), later: hour(base + day_ms + 7_200_000) }
}
export type Times = ReturnType<typeof timesAt>

export const startOf = (world: World, times: Times) => (world.name === 'running' ? times.running : times.S)

const castOf: Record<WorldName, Pick<World, 'coach' | 'others'>> = {
  individual: { coach: 'x', others: ['c'] },
  group: { coach: 'y', others: ['x'] },
  running: { coach: 'x', others: ['c'] },
  // The coach who would take over the session has been deleted.
  gone: { coach: 'y', others: ['c'] },
  // The session is cancelled, and its mails are still pending.
  off: { coach: 'x', others: ['c'] },
}

/** Inserts the worlds of many rounds at once, directly into the tables. */
export async function makeWorlds(
  db: Db,
  name: WorldName,
  count: number,
  homeId: string,
  times: Times,
  chooseAdmin: () => TestPerson,
): Promise<World[]> {
  const worlds = Array.from({ length: count }, (): World => {
    // Random ids, so that the order of row locks differs from round to round.
    const ids = Object.fromEntries([...people, 'S'].map((letter) => [letter, randomUUID()]))
    return { name, admin: chooseAdmin(), ids: ids as World['ids'], ...castOf[name] } // Every letter has an id.
  })
  await db
    .insertInto('people')
    .values(
      worlds.flatMap((world) =>
        people.map((letter) => ({
          id: world.ids[letter],
          username: `p-${world.ids[letter].slice(0, 23)}`,
          email: `${world.ids[letter]}@example.test`,
          first_name: letter,
          last_name: 'Ames',
          privs: letter === 'c' || letter === 'd' ? 0 : 1,
          organization_id: homeId,
          deleted_at: name === 'gone' && letter === 'x' ? new Date(0) : null,
        })),
      ),
    )
    .execute()
  await makeSessions(db, worlds, homeId, times)
  return worlds
}

async function makeSessions(db: Db, worlds: readonly World[], homeId: string, times: Times): Promise<void> {
  await db
    .insertInto('sessions')
    .values(
      worlds.map((world) => ({
        id: world.ids.S,
        organization_id: homeId,
        coach_id: world.ids[world.coach],
        user_id: world.ids[clientOf(world) ?? world.coach],
        start_time: startOf(world, times).start,
        end_time: startOf(world, times).end,
        title: 'S',
        search: ' s',
        ...(isOff(world) ? { status: 'Cancelled' as const, ics_sequence: 1 } : {}),
      })),
    )
    .execute()
  await sql`
    insert into session_participants (session_id, person_id)
    select * from unnest(${worlds.filter(isGroup).map(({ ids }) => ids.S)}::uuid[],
      ${worlds.filter(isGroup).map(({ ids }) => ids.x)}::uuid[])`.execute(db)
  const off = worlds.filter(isOff)
  // Dated in the future, so that the undo window does not expire on a slow machine.
  await sql`
    insert into session_history (session_id, at, by_id, action)
    select s, now() + interval '1 minute', a, 'cancelled'
    from unnest(${off.map(({ ids }) => ids.S)}::uuid[], ${off.map(({ admin }) => admin.id)}::uuid[]) as t(s, a)`.execute(
    db,
  )
  const busy = worlds
    .filter((world) => !isOff(world))
    .flatMap((world) =>
      [world.coach, ...world.others].map((letter) => [world.ids.S, world.ids[letter], world] as const),
    )
  await sql`
    insert into session_busy (session_id, person_id, during)
    select s, p, tstzrange(a, b) from unnest(${busy.map(([id]) => id)}::uuid[], ${busy.map(([, id]) => id)}::uuid[],
      ${busy.map(([, , world]) => startOf(world, times).start)}::timestamptz[],
      ${busy.map(([, , world]) => startOf(world, times).end)}::timestamptz[]) as t(s, p, a, b)`.execute(db)
}

export const isOff = ({ name }: World): boolean => name === 'off'
const isGroup = ({ name }: World): boolean => name === 'group'
const clientOf = (world: World): PersonName | undefined => (isGroup(world) ? undefined : world.others[0])

interface Call {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: object
}

/** Every kind of write to the session S, its coach x and client c, or the client's assessment in S. */
export const writes: Readonly<Record<string, (world: World, times: Times, awayId: string) => Call>> = {
  create: ({ ids }, times) =>
    post('create', { title: 'N', ...wire(times.later), coach_id: ids.x, user_id: ids.d }),
  move: ({ ids }, times) => post(`update/${ids.S}`, wire(times.later)),
  swap: (world) =>
    post(
      `update/${world.ids.S}`,
      isGroup(world) ? { participants: [world.ids.z] } : { user_id: world.ids.d },
    ),
  coach: (world) => post(`update/${world.ids.S}`, { coach_id: world.ids[world.name === 'gone' ? 'x' : 'z'] }),
  cancel: ({ ids }) => post(`cancel/${ids.S}`, {}),
  complete: ({ ids }) => post(`complete/${ids.S}`, {}),
  undo: ({ ids }) => post(`undo/${ids.S}`, {}),
  correct: ({ ids }) => post(`correct/${ids.S}`, { status: 'Completed', reason: 'It took place' }),
  delete: ({ ids }) => ({ method: 'DELETE', path: `/profiles/${ids.x}`, body: { settle: toZ(ids) } }),
  erase: ({ ids }) => ({ method: 'POST', path: `/privacy/erasure/${ids.x}`, body: { settle: toZ(ids) } }),
  hold: ({ ids }, times) => ({
    method: 'POST',
    path: '/privacy/holds',
    body: { of: { person: ids.x }, reason: 'Case 12', until: times.later.end.toISOString() },
  }),
  'erase client': ({ ids }) => ({ method: 'POST', path: `/privacy/erasure/${ids.c}`, body: {} }),
  restore: ({ ids }) => ({ method: 'POST', path: `/profiles/restore/${ids.x}`, body: {} }),
  lower: ({ ids }) =>
    put(ids.x, { attributes: { privs: 0 }, settle: [{ session_id: ids.S, act: 'cancel' }] }),
  transfer: ({ ids }, _times, awayId) =>
    put(ids.x, { attributes: { organization_id: awayId }, settle: toZ(ids) }),
  shown: (world) => answer(world, { tags: criterion, value: true }),
  'not shown': (world) => answer(world, { tags: criterion, value: false }),
  notes: (world) => answer(world, { tags: [0, 'notes'], data: 'A pause.', base: 0 }),
  'other notes': (world) => answer(world, { tags: [0, 'notes'], data: 'Then a laugh.', base: 0 }),
  mark: (world, times) => ({
    method: 'PUT',
    path: momentOf(world),
    body: { tags: criterion, at: startOf(world, times).start.toISOString(), note: 'Here.' },
  }),
  unmark: (world) => ({ method: 'DELETE', path: momentOf(world), body: {} }),
}

const criterion = [0, 'clarity', 'opening', 'purpose-early']
const scoredIn = (world: World): string =>
  `/assessment/${world.ids.S}/${world.ids[clientOf(world) ?? world.coach]}`
const answer = (world: World, body: object): Call => ({ method: 'POST', path: scoredIn(world), body })
/** The author chooses a moment's id; here each world has one moment. */
const momentOf = (world: World): string => `${scoredIn(world)}/moments/${world.ids.S}`

const post = (path: string, body: object): Call => ({ method: 'POST', path: `/sessions/${path}`, body })
const put = (id: string, body: object): Call => ({ method: 'PUT', path: `/profiles/${id}`, body })
const toZ = (ids: World['ids']) => [{ session_id: ids.S, act: 'reassign', to: ids.z }]
const wire = ({ start, end }: { start: Date; end: Date }) => ({
  start_time: start.toISOString(),
  end_time: end.toISOString(),
})
