import type { Session } from '@parley/contract/sessions/sessions.ts'
import { mayAssess, type Assessor } from '@parley/contract/rules/assessment/assessment.ts'
import { startsSoon } from '@parley/contract/rules/sessions/phases.ts'
import { nobodyCame, presenceOf } from '@parley/contract/rules/calls/presence.ts'
import { sessionAbilities, type SessionFacts } from '@parley/contract/rules/sessions/sessions.ts'
import type { SessionRow } from './queries.ts'
import { seersOfSession, type PeopledSession } from '#platform/live/audiences.ts'
import type { Platform } from '#platform/process/context.ts'

/** The facts of a session that the rules need. */
export function factsOf(row: SessionRow, now: number): SessionFacts {
  const facts = {
    status: row.status,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    coach_id: row.coach_id,
    user_id: row.user_id,
    organization_id: row.organization_id,
    participantIds: row.participants.map((person) => person.id),
    isInvoiced: row.is_invoiced,
  }
  return { ...facts, presence: row.stays ? presenceOf(facts, row.stays, now) : nobodyCame }
}

/** Converts a row to its form on the wire. */
export function presentSession(viewer: Assessor, row: SessionRow, now: number): Session {
  const facts = factsOf(row, now)
  return {
    id: row.id,
    title: row.title,
    start_time: facts.start_time,
    end_time: facts.end_time,
    status: row.status,
    coach: [
      {
        id: row.coach_id,
        first_name: row.coach_first_name,
        last_name: row.coach_last_name,
        time_zone: row.coach_zone,
        organization: { displayName: row.organization_name },
      },
    ],
    coach_id: row.coach_id,
    user_id: row.user_id,
    participants: row.participants,
    organization_id: row.organization_id,
    organization: { displayName: row.organization_name, time_zone: row.organization_zone },
    instance_count: row.instance_count,
    use_server: row.use_server,
    billable: row.billable,
    startsSoon: startsSoon(facts, now),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    abilities: { ...sessionAbilities(viewer, facts, now), assess: mayAssess(viewer, facts) },
  }
}

/**
 * Notifies the browsers of people who may see this session that it changed, and tells those who lost sight of it only that
 * their sessions changed.
 */
export async function publishSession(
  { live }: Pick<Platform, 'live'>,
  session: Pick<Session, 'id' | 'version'> & PeopledSession,
  before: PeopledSession = session,
): Promise<void> {
  const { id, version } = session
  const seers = seersOfSession(session)
  await live.publish([...seers, 'slow:sessions'], { kind: 'session', id, version })
  const left = seersOfSession(before).filter((seer) => !seers.includes(seer))
  if (left.length > 0) await live.publish(left, { kind: 'sessions' })
}
