import type { GuestSession } from '@parley/contract/calls/calls.ts'
import { guestWindow, type GuestState } from '@parley/contract/rules/calls/guest-states.ts'
import type { ReactNode } from 'react'
import { browserZone } from '#platform/time/time-zone.ts'
import { CalendarOffer } from './calendar-offer.tsx'
import {
  momentText,
  otherZoneHint,
  spanText,
  zoneText,
  type Span,
} from '#features/calls/guest/guest-words.ts'

interface InvitationProps {
  session: GuestSession
  state: Extract<GuestState, 'early' | 'open'>
  now: number
  secret: string
  /** The call's old time, if it was moved while the page was open. */
  movedFrom: Span | undefined
  /** The form with the terms to agree to, once they are known. */
  agree: ReactNode
}

/** Before the call: who expects whom and when, and beside it what the client can do now. */
export function Invitation({ session, state, now, secret, movedFrom, agree }: InvitationProps) {
  const coach = session.coach_first_name || 'Your coach'
  return (
    <div className="mx-auto grid w-full max-w-270 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,28.5rem)] lg:items-center">
      <div className="min-w-0 wrap-anywhere">
        <p className="text-label font-medium text-accent-ink">Your personal invitation</p>
        <h1 className="mt-1 text-[2rem]/10 font-semibold tracking-[-0.02em] sm:text-[2.75rem]/13">
          {session.first_name === '' ? 'Hello.' : `Hello ${session.first_name}.`}
        </h1>
        <p className="mt-2 text-title text-ink-2">
          {coach} from {session.organization.name} is expecting you for a coaching call.
        </p>
        <Times session={session} now={now} movedFrom={movedFrom} />
        {state === 'open' && <Steps coach={session.coach_first_name || 'your coach'} />}
      </div>
      <section
        aria-labelledby="guest-next"
        className="min-w-0 rounded-panel border border-line-2 bg-surface p-5 wrap-anywhere sm:p-7"
      >
        {state === 'early' ? <Early session={session} now={now} /> : agree}
        {now < Date.parse(session.start_time) && (
          <div className="mt-6 border-t border-line pt-5">
            <CalendarOffer session={session} secret={secret} />
          </div>
        )}
      </section>
    </div>
  )
}

export const spanOf = ({ start_time, end_time }: GuestSession): Span => ({
  start: Date.parse(start_time),
  end: Date.parse(end_time),
})

function Times({ session, now, movedFrom }: Pick<InvitationProps, 'session' | 'now' | 'movedFrom'>) {
  const zone = browserZone()
  const span = spanOf(session)
  const hint = otherZoneHint(span.start, zone, session.time_zone, now)
  return (
    <div className="mt-6 border-l-4 border-lane-client pl-3">
      <p className="font-figures text-large font-semibold">{spanText(span, zone, now)}</p>
      <p className="text-ink-2">{zoneText(zone, span.start)}</p>
      {movedFrom && (
        <p className="mt-1 font-medium text-yellow-ink">
          The time has changed. It was {spanText(movedFrom, zone, now)}.
        </p>
      )}
      {hint !== undefined && <p className="mt-1 text-yellow-ink">{hint}</p>}
    </div>
  )
}

/** Shows the three steps into the call. The invitation is the first. */
const Steps = ({ coach }: { coach: string }) => (
  <ol aria-label="The way into the call" className="mt-8 flex flex-wrap gap-x-6 gap-y-3">
    {['Agree', 'Check camera and sound', `Meet ${coach}`].map((step, i) => (
      <li
        key={step}
        aria-current={i === 0 ? 'step' : undefined}
        className={`flex items-center gap-2 text-label ${i === 0 ? 'font-semibold text-ink' : 'text-ink-2'}`}
      >
        <span
          aria-hidden="true"
          className={`grid size-6 place-items-center rounded-round border font-figures ${i === 0 ? 'border-accent bg-accent text-on-accent' : 'border-line-2'}`}
        >
          {i + 1}
        </span>
        {step}
      </li>
    ))}
  </ol>
)

export const CardTitle = ({ children }: { children: ReactNode }) => (
  <h2 id="guest-next" className="text-title font-semibold">
    {children}
  </h2>
)

const Early = ({ session, now }: Pick<InvitationProps, 'session' | 'now'>) => (
  <>
    <CardTitle>You're early</CardTitle>
    <p className="mt-2 text-ink-2">
      Your link opens 24 hours before the call: {momentText(guestWindow(session).opens, browserZone(), now)}.
      Keep the email. Its link stays the same, even if the time changes.
    </p>
  </>
)
