import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { startsSoon } from '@parley/contract/rules/sessions/phases.ts'
import { useUnderWay } from '#platform/changes/changes.ts'
import { dayText, minutesApart } from '#platform/time/dates.ts'
import { cityOf, clockThere, weekdayText, zoneOf } from '#platform/time/time-zone.ts'
import { ButtonLink, PlainLink } from '#ui/button/link.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import {
  coachNameOf,
  countdownText,
  NotBillableBadge,
  otherSideText,
  previewOf,
  showsNotBillable,
  StatusBadge,
  zonedRangeText,
} from '#features/sessions/sessions.ts'
import type { Kind } from '#features/people/form/person-values.ts'
import { zoneOfPerson } from './person-facts.tsx'

interface PersonSessionProps {
  kind: Kind
  person: Person
  me: OwnProfile
  session: Session
  now: number
  isHighlighted: boolean
}

/** One session on a person's page: when, what, with whom, and the link to it. */
export function PersonSession({ kind, person, me, session, now, isHighlighted }: PersonSessionProps) {
  const zone = zoneOf(me)
  const [start, end] = [Date.parse(session.start_time), Date.parse(session.end_time)]
  const isSoon = startsSoon(session, now) || session.abilities.join
  const isSaving = useUnderWay()(session.id)
  const rest = [othersText(kind, person, me, session), thereText(person, zone, start, now)]
    .filter(Boolean)
    .join(' · ')
  return (
    <li
      className={`relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line bg-(--row-ground) py-2.5 hover:bg-hover @xl:grid-cols-[11rem_minmax(0,1fr)_auto] ${isHighlighted ? 'animate-glow' : ''}`}
    >
      <p className="font-figures">
        <span className="block font-medium">
          {weekdayText(zone, start, 'short')}, {dayText(zone, start)}
        </span>
        <span className="block text-small text-ink-3">{zonedRangeText(zone, start, end)}</span>
      </p>
      <div className="min-w-0 @max-xl:col-span-2 @max-xl:row-start-2">
        <h3 className="font-medium wrap-anywhere">
          {isSaving ? (
            session.title
          ) : (
            <PlainLink
              to={previewOf(session)}
              className="outline-none after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {session.title}
            </PlainLink>
          )}
        </h3>
        <p className="text-small text-ink-3 wrap-anywhere empty:hidden">
          {isSoon && <span className="font-semibold text-accent-ink">{countdownText(session, now)}</span>}
          {isSoon && rest !== '' && ' · '}
          {rest}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-1.5">
        {isSaving && <Spinner label="Saving" />}
        {showsNotBillable(me.privs, session) && <NotBillableBadge />}
        {session.abilities.join ? (
          // Keep the button above the link that covers the row.
          <span className="relative">
            <ButtonLink
              to={previewOf(session)}
              look="primary"
              size="small"
              aria-label={`Join Call, ${session.title}`}
            >
              Join Call
            </ButtonLink>
          </span>
        ) : (
          <StatusBadge status={session.status} />
        )}
      </div>
    </li>
  )
}

/** The other people in the session, as far as rows show them: coach names are for OrgAdmin and above. */
function othersText(kind: Kind, person: Person, me: OwnProfile, session: Session): string {
  const isHeldByOther = session.coach_id !== person.id
  const coach = isHeldByOther && isAtLeast(me.privs, 'OrgAdmin') ? coachNameOf(session) : ''
  const others = kind === 'coach' ? otherSideText(session) : ''
  return [coach, others].filter(Boolean).join(', ')
}

/** '4:00 PM in Berlin', for a future session if their clock differs from the viewer's. */
function thereText(person: Person, zone: string, start: number, now: number): string {
  const there = zoneOfPerson(person)
  if (there === undefined || start < now || minutesApart(there, zone, start) === 0) return ''
  return `${clockThere(there, start, zone)} in ${cityOf(there)}`
}
