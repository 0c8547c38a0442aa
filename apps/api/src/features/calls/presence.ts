import { sql } from 'kysely'
import type { ParticipantInfo, WebhookEvent } from 'livekit-server-sdk'
import type { Context } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { shutOutOfCall } from '#features/sessions/sessions.ts'
import { judgeAgain } from './record/judging.ts'
import { readIdentity, givenUpAfterMs } from './livekit-participants.ts'
import { outsidersAmong } from './queries.ts'

/** A stay, identified as LiveKit reports it. */
interface ReportedStay {
  room: string
  personId: string
  connection: string
}

/** LiveKit's number for this disconnect reason, which its library does not export by name. */
const connectionTimeout = 14

/** Records each LiveKit webhook once. Webhooks may arrive late, twice, in any order, or never. */
export async function takeMediaEvent(
  { db, platform, readHeader, now }: Context,
  body: Uint8Array,
): Promise<Record<string, never>> {
  const event = await platform.media.readEvent(Buffer.from(body).toString(), readHeader('authorization'))
  if (!event) throw problem('not_admitted')
  await inTransaction(db, async (tx) => {
    const taken = await tx
      .insertInto('media_events')
      .values({ id: event.id, at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (taken) await takeIn(tx, event, now)
  })
  return {}
}

async function takeIn(tx: Db, event: WebhookEvent, now: number): Promise<void> {
  const { room, participant } = event
  const who = readIdentity(participant?.identity ?? '')
  if (!room || !participant || !who) return
  const stay = { room: room.name, personId: who.personId, connection: participant.sid }
  await judgeAgain(tx, stay)
  if (event.event === 'participant_joined') {
    await noteStay(tx, stay, { joinedAt: beginningOf(participant) })
    await shutOutOutsider(tx, room.name, participant.identity)
  }
  if (event.event === 'participant_left')
    await noteStay(tx, stay, { leftAt: endOf(participant, momentOf(event, now)) })
}

/**
 * The check at connect may be outdated when LiveKit reports the participant: somebody who lost their place in between is
 * removed now.
 */
async function shutOutOutsider(tx: Db, room: string, identity: string): Promise<void> {
  const call = await tx.selectFrom('calls').select('session_id').where('room', '=', room).executeTakeFirst()
  if (!call) return
  const occupant = { sessionId: call.session_id, identity }
  const [outsider] = await outsidersAmong(tx, [occupant])
  if (outsider) await shutOutOfCall(tx, outsider.sessionId)
}

/** LiveKit gives the time of an end only to the second. The arrival of the webhook is the best guess within that second. */
function momentOf({ createdAt }: WebhookEvent, now: number): number {
  const second = Number(createdAt) * 1000
  return Math.min(Math.max(now, second), second + 999)
}

export const beginningOf = ({ joinedAt, joinedAtMs }: { joinedAt: bigint; joinedAtMs: bigint }): Date =>
  new Date(Number(joinedAtMs) || Number(joinedAt) * 1000)

/** Counted minutes end when LiveKit last heard from a participant, not when it stopped waiting for more. */
function endOf(participant: ParticipantInfo, reportedMs: number): Date {
  const reason: number = participant.disconnectReason
  const lastMs = reportedMs - (reason === connectionTimeout ? givenUpAfterMs : 0)
  return new Date(Math.max(lastMs, beginningOf(participant).getTime()))
}

/** Stores the beginning or the end of a stay, in whichever order they arrive. A room that belongs to no call is ignored. */
export async function noteStay(
  tx: Db,
  { room, personId, connection }: ReportedStay,
  { joinedAt = null, leftAt = null }: { joinedAt?: Date | null; leftAt?: Date | null },
): Promise<void> {
  await tx
    .insertInto('presence')
    .columns(['session_id', 'person_id', 'connection', 'joined_at', 'left_at'])
    .expression(
      tx
        .selectFrom('calls as c')
        .innerJoin('people as p', (join) => join.on('p.id', '=', sql<string>`${personId}::uuid`))
        .select(['c.session_id', 'p.id as person_id', sql<string>`${connection}::text`.as('connection')])
        .select([
          sql<Date | null>`${joinedAt}::timestamptz`.as('joined_at'),
          sql<Date | null>`${leftAt}::timestamptz`.as('left_at'),
        ])
        .where('c.room', '=', room),
    )
    .onConflict((conflict) =>
      conflict.column('connection').doUpdateSet({
        joined_at: sql<Date | null>`coalesce(presence.joined_at, excluded.joined_at)`,
        left_at: sql<Date | null>`coalesce(excluded.left_at, presence.left_at)`,
      }),
    )
    .execute()
}
