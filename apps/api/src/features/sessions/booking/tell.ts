import type { Session } from '@parley/contract/sessions.ts'
import { seersOfSession, type PeopledSession } from '#platform/live/audiences.ts'
import type { Platform } from '#platform/process/context.ts'

/**
 * Notifies the browsers of people who may see this session that it changed, and tells those who lost sight of it only that
 * their sessions changed.
 */
export async function tellOf(
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
