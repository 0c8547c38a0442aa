import { constants } from '#rules/constants.ts'
import { isAtLeast } from '#rules/people/levels.ts'
import type { Viewer } from '#rules/people/people.ts'
import { phaseOf, turnsOf, type SessionStatus, type TimedSession } from './phases.ts'
import { nobodyCame, presentEnoughMs, type Presence } from '#rules/calls/presence.ts'

export interface SessionFacts extends TimedSession {
  coach_id: string
  user_id: string
  organization_id: string
  /** Everybody in the session except the coach. */
  participantIds: readonly string[]
  isInvoiced: boolean
  presence: Presence
}

export const finalStatuses = ['Cancelled', 'Completed', 'NoShow'] as const satisfies readonly SessionStatus[]
export const isFinal = (status: SessionStatus): boolean => status !== 'Scheduled'

/** A session whose user and coach are the same person is of type Org. */
export const isOrgType = (session: Pick<SessionFacts, 'coach_id' | 'user_id'>): boolean =>
  session.coach_id === session.user_id

/** Past and still Scheduled: somebody has to say what happened. The system does not guess. */
export const isUnsettled = (session: TimedSession, now: number): boolean =>
  session.status === 'Scheduled' && phaseOf(session, now) === 'PAST'

const hasStarted = (session: TimedSession, now: number): boolean => now >= Date.parse(session.start_time)

/** Whether a session may change to a status. Settling an unsettled session has no time limit (docs/rules.md §4). */
export const mayBecome = {
  Cancelled: (session: SessionFacts): boolean =>
    session.status === 'Scheduled' && session.presence.otherSideMs < presentEnoughMs,
  NoShow: (session: SessionFacts, now: number): boolean =>
    session.status === 'Scheduled' &&
    !isOrgType(session) &&
    hasStarted(session, now) &&
    session.presence.clientMs < presentEnoughMs,
  Completed: (session: SessionFacts, now: number): boolean =>
    session.status === 'Scheduled' && hasStarted(session, now),
}

/** The statuses that a final status may be corrected to: the other final ones, without NoShow for type Org. */
export const correctionsOf = (session: Pick<SessionFacts, 'status' | 'coach_id' | 'user_id'>) =>
  finalStatuses.filter(
    (status) =>
      isFinal(session.status) && status !== session.status && !(status === 'NoShow' && isOrgType(session)),
  )

/** For this long the person who changed a status may undo it, and the mails about it are held back. */
export const undoMs = 30_000
/** Grace period for an undo that was pressed in the last moment and is still on its way to the server. */
export const undoGraceMs = 5000

/** The last status change in the history. */
export interface StatusChange {
  byId: string | null
  at: number
  from: SessionStatus
}

/** The status after this person undoes its last change now; undefined if they may not. */
export const statusUndone = (
  last: StatusChange | undefined,
  viewerId: string,
  now: number,
): SessionStatus | undefined =>
  last && last.byId === viewerId && now - last.at <= undoMs + undoGraceMs ? last.from : undefined

const isMember = (viewer: Viewer, session: SessionFacts): boolean =>
  session.coach_id === viewer.id || session.participantIds.includes(viewer.id)

/** A coach sees their own sessions, an OrgAdmin those of the organization and their own, Admin and above see all. */
export function isSessionInScope(viewer: Viewer, session: SessionFacts): boolean {
  if (isAtLeast(viewer.privs, 'Admin')) return true
  if (isAtLeast(viewer.privs, 'OrgAdmin'))
    return session.organization_id === viewer.organizationId || isMember(viewer, session)
  return isMember(viewer, session)
}

/** The session's coach, and OrgAdmin and above in scope, may manage it. Other participants only see and join it. */
export function mayManage(
  viewer: Viewer,
  session: Pick<SessionFacts, 'coach_id' | 'organization_id'>,
): boolean {
  if (session.coach_id === viewer.id || isAtLeast(viewer.privs, 'Admin')) return true
  return isAtLeast(viewer.privs, 'OrgAdmin') && session.organization_id === viewer.organizationId
}

export interface SessionAbilities {
  edit: boolean
  editTimes: boolean
  editBillable: boolean
  cancel: boolean
  noShow: boolean
  complete: boolean
  settle: boolean
  correct: boolean
  join: boolean
}

/** The viewer's abilities on this session now. The server refuses everything that is false here. */
export function sessionAbilities(viewer: Viewer, session: SessionFacts, now: number): SessionAbilities {
  const manages = mayManage(viewer, session)
  const phase = phaseOf(session, now)
  const isPast = phase === 'PAST'
  return {
    edit: manages && !session.isInvoiced,
    editTimes: manages && session.status === 'Scheduled' && !hasStarted(session, now),
    editBillable: manages && isAtLeast(viewer.privs, 'Admin') && !session.isInvoiced,
    cancel: manages && !isPast && mayBecome.Cancelled(session),
    noShow: manages && mayBecome.NoShow(session, now),
    complete: manages && !isPast && mayBecome.Completed(session, now),
    settle: manages && isUnsettled(session, now),
    correct: manages && isAtLeast(viewer.privs, 'OrgAdmin') && isFinal(session.status) && !session.isInvoiced,
    join: phase === 'ACTIVE' && isMember(viewer, session),
  }
}

/**
 * Updates abilities as time passes: `known` was the server's answer at `askedAt`. Facts that only the server knows
 * (whether the session is invoiced, who was present, who may assess) are derived from that answer.
 */
export function abilitiesLater<A extends SessionAbilities>(
  viewer: Viewer,
  session: Omit<SessionFacts, 'isInvoiced' | 'presence'>,
  known: A,
  { askedAt, now }: { askedAt: number; now: number },
): A {
  const since = impliedInstant(session, known, askedAt)
  if (!turnsOf(session).some((turn) => turn > since && turn <= now)) return known
  const isInvoiced = mayManage(viewer, session) && !known.edit
  const by = (presence: Presence, at: number) =>
    sessionAbilities(viewer, { ...session, isInvoiced, presence }, at)
  const expected = by(nobodyCame, since)
  const presence = {
    ...nobodyCame,
    otherSideMs: expected.cancel && !known.cancel ? presentEnoughMs : 0,
    clientMs: expected.noShow && !known.noShow ? presentEnoughMs : 0,
  }
  return { ...known, ...by(presence, now) }
}

/** If our clock is ahead of the server's, the answer is older than it seems. The abilities it grants limit its age. */
function impliedInstant(
  { start_time, end_time }: TimedSession,
  known: SessionAbilities,
  askedAt: number,
): number {
  if (known.editTimes) return Math.min(askedAt, Date.parse(start_time) - 1)
  return known.complete ? Math.min(askedAt, Date.parse(end_time) + constants.joinWindowAfterMs) : askedAt
}

/** The errors of the times, by field. Form and server share this function. */
export function timeFaults(
  start: number,
  end: number,
  now: number,
): { path: 'start_time' | 'end_time'; message: string }[] {
  const faults: { path: 'start_time' | 'end_time'; message: string }[] = []
  if (start < now) faults.push({ path: 'start_time', message: 'Start Time has already passed' })
  if (start > latestStart(now))
    faults.push({ path: 'start_time', message: 'You cannot schedule more than two years ahead' })
  if (start % constants.timeStepMs !== 0)
    faults.push({ path: 'start_time', message: 'Use quarters of an hour.' })
  if (end <= start) faults.push({ path: 'end_time', message: 'End Time must be later than Start Time' })
  else if (end % constants.timeStepMs !== 0)
    faults.push({ path: 'end_time', message: 'Use quarters of an hour.' })
  else if (end - start > sessionLengthMaxMs)
    faults.push({ path: 'end_time', message: 'A session lasts 8 hours at most.' })
  return faults
}

export const sessionLengthMaxMs = 8 * 3_600_000

/** Two calendar years ahead: anything later is a typing mistake. */
export function latestStart(now: number): number {
  const at = new Date(now)
  return at.setUTCFullYear(at.getUTCFullYear() + 2)
}

/** 'No Show' for NoShow; the others are shown as they are. */
export const statusLabel = (status: SessionStatus): string => (status === 'NoShow' ? 'No Show' : status)

/** Green for Completed, gray for Scheduled, red for the rest. */
export function statusColor(status: SessionStatus): 'green' | 'red' | 'gray' {
  if (status === 'Completed') return 'green'
  return status === 'Scheduled' ? 'gray' : 'red'
}
