import { constants } from './constants.ts'
import { isAtLeast } from './levels.ts'
import type { Viewer } from './people.ts'
import { phaseOf, turnsOf, type SessionStatus, type TimedSession } from './phases.ts'
import { nobodyCame, presentEnoughMs, type Presence } from './presence.ts'

export interface SessionFacts extends TimedSession {
  coach_id: string
  user_id: string
  organization_id: string
  /** Everybody in it but the coach. */
  participantIds: readonly string[]
  isInvoiced: boolean
  presence: Presence
}

export const finalStatuses = ['Cancelled', 'Completed', 'NoShow'] as const satisfies readonly SessionStatus[]
export const isFinal = (status: SessionStatus): boolean => status !== 'Scheduled'

/** A session whose user and coach are the same person is of type Org. */
export const isOrgType = (session: Pick<SessionFacts, 'coach_id' | 'user_id'>): boolean =>
  session.coach_id === session.user_id

/** Past and still Scheduled: somebody has to say what happened. Nothing is guessed. */
export const isUnsettled = (session: TimedSession, now: number): boolean =>
  session.status === 'Scheduled' && phaseOf(session, now) === 'PAST'

const hasStarted = (session: TimedSession, now: number): boolean => now >= Date.parse(session.start_time)

/** Whether a status change is right for the session as it is; an unsettled one has no time limit (docs/rules.md §4). */
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

/** What a final status may be corrected into: another final one; nobody is a no-show of a session of type Org. */
export const correctionsOf = (session: Pick<SessionFacts, 'status' | 'coach_id' | 'user_id'>) =>
  finalStatuses.filter(
    (status) =>
      isFinal(session.status) && status !== session.status && !(status === 'NoShow' && isOrgType(session)),
  )

/** So long whoever changed a status may take it back, and the mails about it wait. */
export const undoMs = 30_000
/** What is pressed in the last moment has still to come to the server. */
export const undoGraceMs = 5000

/** The last change of a status, as the history has it. */
export interface StatusChange {
  byId: string | null
  at: number
  from: SessionStatus
}

/** What a status becomes again when this person takes back its last change now; undefined where it stays. */
export const statusUndone = (
  last: StatusChange | undefined,
  viewerId: string,
  now: number,
): SessionStatus | undefined =>
  last && last.byId === viewerId && now - last.at <= undoMs + undoGraceMs ? last.from : undefined

const isMember = (viewer: Viewer, session: SessionFacts): boolean =>
  session.coach_id === viewer.id || session.participantIds.includes(viewer.id)

/** A coach sees sessions of their own, OrgAdmin those of the organization, Admin and above all. */
export function isSessionInScope(viewer: Viewer, session: SessionFacts): boolean {
  if (isAtLeast(viewer.privs, 'Admin')) return true
  if (isAtLeast(viewer.privs, 'OrgAdmin'))
    return session.organization_id === viewer.organizationId || isMember(viewer, session)
  return isMember(viewer, session)
}

/** Its coach, and OrgAdmin and above in scope; other participants see and join. */
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

/** What the viewer may do to this session now; the server refuses whatever is false here. */
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
 * What the clock alone has made of an answer: `known` was the server's word at `askedAt`. What the server knows besides the
 * clock, whether it is invoiced, who was present and who may assess, is taken from that word.
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

/** A clock that goes ahead of the server's does not make its word newer: what it still allowed tells how old it is. */
function impliedInstant(
  { start_time, end_time }: TimedSession,
  known: SessionAbilities,
  askedAt: number,
): number {
  if (known.editTimes) return Math.min(askedAt, Date.parse(start_time) - 1)
  return known.complete ? Math.min(askedAt, Date.parse(end_time) + constants.joinWindowAfterMs) : askedAt
}

/** What is wrong with the times, by field, or nothing. One function for the form and the server. */
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

/** Two years ahead, on the calendar: what lies further is a slip of the pen. */
export function latestStart(now: number): number {
  const at = new Date(now)
  return at.setUTCFullYear(at.getUTCFullYear() + 2)
}

/** 'No Show' for NoShow; the others are words already. */
export const statusLabel = (status: SessionStatus): string => (status === 'NoShow' ? 'No Show' : status)

/** Colours by meaning: green, red, and gray for the rest. */
export function statusColor(status: SessionStatus): 'green' | 'red' | 'gray' {
  if (status === 'Completed') return 'green'
  return status === 'Scheduled' ? 'gray' : 'red'
}
