import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '@parley/api/platform/database/database.ts'
import { readShippedContent } from '@parley/api/platform/content/shipped-content.ts'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { day_ms, seedOf } from './demo-plan.ts'
import { randomFrom } from './world.ts'

/** A past session of the demo. */
export interface HeldSession {
  id: string
  coachId: string
  /** Undefined for type Org. */
  clientId: string | undefined
  participantIds: readonly string[]
  start: number
  end: number
  status: SessionStatus
}

const minute_ms = 60_000
const batchSize = 500
const inBatches = async <T>(rows: readonly T[], write: (batch: T[]) => Promise<unknown>) => {
  for (let at = 0; at < rows.length; at += batchSize) await write(rows.slice(at, at + batchSize))
}

/** Records who was in the calls: both for a completed session, only the coach for a no-show. Others have no record. */
export async function recordCalls(db: Db, held: readonly HeldSession[]): Promise<void> {
  const met = held.filter(({ status }) => status === 'Completed' || status === 'NoShow')
  await inBatches(met, (batch) =>
    db
      .insertInto('calls')
      .values(
        batch.map(({ id, start, end }) => ({
          session_id: id,
          room: randomUUID(),
          made_at: new Date(start - 5 * minute_ms),
          closed_at: new Date(end + 20 * minute_ms),
          swept_at: new Date(end + 20 * minute_ms),
          judged_at: new Date(end + 20 * minute_ms),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await inBatches(met.flatMap(staysOf), (batch) => db.insertInto('presence').values(batch).execute())
}

/** The coach joins a little before the start, the others around it. In a no-show the coach waits. */
function staysOf({ id, coachId, clientId, participantIds, start, end, status }: HeldSession) {
  const random = randomFrom(seedOf(`stays ${coachId} ${start}`))
  const minutes = (from: number, until: number) => Math.round((from + random() * (until - from)) * minute_ms)
  const stay = (person_id: string, joined: number, left: number) => ({
    session_id: id,
    person_id,
    connection: randomUUID(),
    joined_at: new Date(joined),
    left_at: new Date(left),
    seen_at: new Date(left),
  })
  if (status === 'NoShow') return [stay(coachId, start - minutes(1, 3), start + minutes(12, 16))]
  const others = clientId === undefined ? participantIds : [clientId]
  const left = end + minutes(-4, 3)
  return [
    stay(coachId, start - minutes(1, 4), left + minutes(0, 1)),
    ...others.map((person) => stay(person, start + minutes(-2, 3), left)),
  ]
}

/** The share of completed calls that were scored. */
const scoredShare = 0.4

/** Scores completed calls. Later calls show more criteria, so that there is progress to see. */
export async function scoreCalls(db: Db, held: readonly HeldSession[], now: number): Promise<void> {
  const { rubric } = await readShippedContent(join(import.meta.dirname, '../../content'))
  const fields = rubric.items[0]?.fields
  if (!fields) throw new Error('there is no rubric')
  const paths = fields.allCategories.flatMap((category) =>
    category.subtopics.flatMap((subtopic) =>
      subtopic.allCriteria.map((criterion) => `${category.tag}/${subtopic.tag}/${criterion.tag}`),
    ),
  )
  const scored = held.flatMap((session) => {
    const { clientId, coachId, start, status } = session
    const random = randomFrom(seedOf(`scores ${coachId} ${start}`))
    if (status !== 'Completed' || clientId === undefined || random() > scoredShare) return []
    const age = Math.min(1, (now - start) / (60 * day_ms))
    const conversation = Math.floor(random() * 4)
    const answers = paths
      .filter(() => random() < 0.45)
      .map((path) => ({ path, value: random() < 0.85 - 0.4 * age }))
    return answers.length === 0 ? [] : [{ ...session, clientId, conversation, answers }]
  })
  if (scored.length === 0) return
  await db
    .insertInto('rubrics')
    .values({ version: fields.version, rubric: JSON.stringify(fields) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await inBatches(scored, (batch) =>
    db
      .insertInto('assessments')
      .values(
        batch.map(({ id, clientId, answers }) => ({
          session_id: id,
          person_id: clientId,
          rubric_version: fields.version,
          changes: answers.length,
        })),
      )
      .execute(),
  )
  const rows = scored.flatMap(({ id, clientId, conversation, answers, coachId, start, end }) =>
    answers.map(({ path, value }, i) => ({
      place: { session_id: id, person_id: clientId, conversation, path, value, number: i + 1 },
      by_id: coachId,
      at: new Date(start + Math.round(((i + 1) / (answers.length + 1)) * (end - start))),
    })),
  )
  await inBatches(rows, async (batch) => {
    const changes = batch.map(({ place, by_id, at }) => ({ ...place, by_id, at }))
    await db.insertInto('assessment_changes').values(changes).execute()
    await db
      .insertInto('assessment_answers')
      .values(batch.map(({ place }) => place))
      .execute()
  })
}
