import type { Person, SessionFate } from '@parley/contract/people.ts'
import { futureSessions, type Session } from '@parley/contract/sessions/sessions.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import type { Option, OptionSource } from '#ui/choice/options.ts'
import { busyAmong } from '#features/sessions/sessions.ts'
import { clientsOf, coachSource } from '#features/people/person-selectors.ts'

/** A person's future sessions. Always refetched, because they decide what a deletion or a move does. */
export const futureQuery = (personId: string) => ({
  ...queryOf(futureSessions, { params: { id: personId } }),
  staleTime: 0,
  gcTime: 0,
})

/** The decision about one session of a person who is deleted or moved. */
export type Fate = { kind: 'reassign'; to: Option | null } | { kind: 'cancel' }

export const isDecided = (fate: Fate): boolean => fate.kind === 'cancel' || fate.to !== null

/** A fate as the call that deletes or moves the person takes it. */
export function settlementOf({ id: session_id }: Session, fate: Fate): SessionFate {
  if (fate.kind === 'cancel') return { session_id, act: 'cancel' }
  if (fate.to === null) throw new Error('nobody was chosen')
  return { session_id, act: 'reassign', to: String(fate.to.value) }
}

/** The sessions that the call refused to settle, each with the reason. A refused call has changed nothing. */
export function refusedSessions(error: unknown, settle: readonly SessionFate[]): Map<string, string> {
  const errors = error instanceof ApiProblem && error.code === 'settle_refused' ? error.errors : []
  return new Map(
    errors.flatMap(({ path, message }) => {
      const fate = settle[Number(path.replace('settle.', ''))]
      return fate ? [[fate.session_id, message] as const] : []
    }),
  )
}

/** The call did not settle every future session: it named none, or more were booked in the meantime. */
export const isUnsettled = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'future_sessions'

/** The person's role in a session. A replacement must be of the same kind. */
export function placeIn(session: Session, personId: string): 'coach' | 'client' | 'participant' {
  if (session.coach_id === personId) return 'coach'
  return !isOrgType(session) && session.user_id === personId ? 'client' : 'participant'
}

/** People who can take over: from the session's organization, without the person who leaves. */
export function othersFor(session: Session, person: Person): OptionSource {
  const place = placeIn(session, person.id)
  const source =
    place === 'client' ? clientsOf(session.organization_id) : coachSource(session.organization_id)
  return {
    key: `${source.key} without ${person.id}`,
    load: async (search, signal) =>
      (await source.load(search, signal)).filter(({ value }) => value !== person.id),
  }
}

/** The same for one session: without the people already in it, and each marked as busy or free at that time. */
export function takersOf(session: Session, person: Person): OptionSource {
  const source = othersFor(session, person)
  const span = { start: Date.parse(session.start_time), end: Date.parse(session.end_time) }
  const inIt = [session.coach_id, ...session.participants.map(({ id }) => id)]
  return {
    key: `${source.key} for ${session.id} ${span.start} ${span.end}`,
    load: async (search, signal) => {
      const options = (await source.load(search, signal)).filter(({ value }) => !inIt.includes(String(value)))
      const ids = options.map(({ value }) => String(value))
      const busy = await busyAmong(ids, span, session.id, signal)
      return options.map((option) => ({ ...option, hint: hintOf(option, busy) }))
    },
  }
}

function hintOf({ value, hint = '' }: Option, busy: ReadonlySet<string> | undefined): string {
  if (!busy) return hint
  return `${hint} · ${busy.has(String(value)) ? 'busy then' : 'free then'}`
}
