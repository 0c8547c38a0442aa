import type { Admission, GuestSession } from '@parley/contract/calls/calls.ts'
import { guestStateOf, guestWindow, type GuestState } from '@parley/contract/rules/calls/guest-states.ts'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useIsInBrowser } from '#platform/draw-page.ts'
import { useNowAt } from '#platform/time/clock.ts'
import { browserZone } from '#platform/time/time-zone.ts'
import { Contact, ContactLine } from '#features/calls/contact/contact.tsx'
import { Agree } from './invitation/agree.tsx'
import { GuestFrame, GuestNotice } from './guest-frame.tsx'
import { askForAdmission } from './guest-request.ts'
import { countdownText, spanText, type Span } from './guest-words.ts'
import { Invitation, spanOf } from './invitation/invitation.tsx'
import { useGuestSession, type GuestView } from './use-guest-session.ts'

const minuteMs = 60_000
const retryMs = 3000

// Loads the camera, media and call code only when needed: a client who only reads the time doesn't wait for it.
const GuestCall = lazy(async () => ({ default: (await import('./call/guest-call.tsx')).GuestCall }))

/** The page behind a client's personal link. It updates with the clock and with the server's answers. */
export function GuestPage({ secret: given }: { secret: string | null }) {
  // The first paint is prerendered and knows no link yet.
  const isHere = useIsInBrowser()
  const secret = isHere ? given : undefined
  const view = useGuestSession(secret ?? null)
  const { session } = view
  const now = useGuestNow(view)
  const state = session && guestStateOf(session, now)
  const movedFrom = moveOf(view)
  const entry = useEntry(secret ?? null, state)
  const trouble = troubleText(view.trouble)
  return (
    <>
      <output className="sr-only">
        <Announcement state={state} isMoved={movedFrom !== undefined} trouble={trouble} />
      </output>
      {secret === null ? (
        <NoLink />
      ) : view.trouble === 'dead' ? (
        <DeadLink session={session} />
      ) : !session || !state || secret === undefined ? (
        <Waiting trouble={trouble} />
      ) : entry.isBegun && entry.admission ? (
        <Suspense fallback={<Waiting trouble={trouble} />}>
          <GuestCall
            {...{ secret, session, state, now }}
            first={entry.admission}
            frame={framed}
            closed={<Closed session={session} state={state} now={now} />}
            onBack={entry.stop}
          />
        </Suspense>
      ) : (
        framed(
          state === 'over' || state === 'cancelled' ? (
            <Closed session={session} state={state} now={now} />
          ) : (
            <Invitation
              {...{ session, state, now, secret, movedFrom }}
              agree={
                entry.admission ? (
                  <Agree session={session} terms={entry.admission.terms} onAgree={entry.begin} />
                ) : (
                  <p className="text-ink-2">One moment…</p>
                )
              }
            />
          ),
        )
      )}
    </>
  )

  function framed(children: ReactNode, isAfterCall = false) {
    if (!session || !state) return null
    return (
      <GuestFrame
        trouble={trouble}
        corner={
          !isAfterCall && (state === 'early' || state === 'open') && <Countdown session={session} now={now} />
        }
        foot={
          !isAfterCall && (
            <ContactLine
              question={state === 'early' || state === 'open' ? 'Trouble getting in?' : 'Questions?'}
              organization={session.organization}
            />
          )
        }
      >
        {children}
      </GuestFrame>
    )
  }
}

interface ClosedProps {
  session: GuestSession
  state: GuestState
  now: number
}

const Closed = ({ session, state, now }: ClosedProps) =>
  state === 'cancelled' ? (
    <GuestNotice title="This call was cancelled.">
      <p>It was planned for {spanText(spanOf(session), browserZone(), now)}.</p>
      <p>Once there is a new time, you'll get an email with a new link.</p>
    </GuestNotice>
  ) : (
    <GuestNotice title="This call has ended.">
      <p>It was planned for {spanText(spanOf(session), browserZone(), now)}.</p>
    </GuestNotice>
  )

/** The client's progress: the terms to agree to, and whether this browser was already on its way into the call. */
function useEntry(secret: string | null, state: GuestState | undefined) {
  const [admission, setAdmission] = useState<Admission>()
  const [isBegun, setIsBegun] = useState(false)
  const isOpen = state === 'open'
  useEffect(() => {
    if (secret === null || !isOpen) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const heard = await askForAdmission(secret)
      if (isOver) return
      if (heard.kind === 'answered') {
        setAdmission(heard.answer)
        setIsBegun(heard.answer.state !== 'none')
      } else timer = setTimeout(() => void look(), retryMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [secret, isOpen])
  return {
    admission,
    isBegun,
    begin: () => setIsBegun(true),
    stop: () => setIsBegun(false),
  }
}

/** The server's current time, updated each minute and whenever the state may change. */
function useGuestNow({ session, skewMs }: GuestView): number {
  const here = useNowAt((at) => {
    const now = at + skewMs
    const minute = now - (now % minuteMs) + minuteMs
    const edges = session ? [guestWindow(session).opens, guestWindow(session).closes + 1] : []
    return Math.min(minute, ...edges.filter((edge) => edge > now)) - skewMs
  })
  // The answer may be newer than the last tick of the clock.
  return Math.max(here + skewMs, session ? Date.parse(session.now) : 0)
}

/** The call's time when the page was opened, if it has changed since. */
function moveOf({ session, first }: GuestView): Span | undefined {
  const isMoved =
    session && first && (first.start_time !== session.start_time || first.end_time !== session.end_time)
  return isMoved ? spanOf(first) : undefined
}

const troubleText = (trouble: GuestView['trouble']): string | undefined =>
  trouble === 'offline'
    ? 'No connection. Trying again…'
    : trouble === 'failing'
      ? "Parley isn't answering right now. Trying again…"
      : undefined

const announcements: Record<GuestState, string> = {
  early: '',
  open: 'Your link is open now.',
  over: 'This call has ended.',
  cancelled: 'This call was cancelled.',
}

/** Screen readers announce it when it changes, but never the countdown. */
const Announcement = (props: {
  state: GuestState | undefined
  isMoved: boolean
  trouble: string | undefined
}) =>
  [props.trouble, props.isMoved && 'The time has changed.', props.state && announcements[props.state]]
    .filter(Boolean)
    .join(' ')

const Countdown = ({ session, now }: { session: GuestSession; now: number }) => (
  <span className="rounded-tag border border-transparent bg-accent-soft px-2.5 py-1 font-figures text-label font-semibold whitespace-nowrap text-accent-ink">
    {countdownText(spanOf(session), browserZone(), now)}
  </span>
)

/** The prerendered page shows this until the script has loaded, and the app while there is no answer. */
const Waiting = ({ trouble }: { trouble?: string | undefined }) => (
  <GuestFrame trouble={trouble}>
    <GuestNotice title="Your personal invitation">
      <p className="shown-while-coming">One moment…</p>
      <p className="shown-when-failed">
        The page couldn't be loaded.{' '}
        <a href="/join" className="text-accent-ink underline">
          Try again
        </a>
      </p>
      <p className="shown-without-script">
        This page needs JavaScript. Please turn it on and open your link again.
      </p>
    </GuestNotice>
  </GuestFrame>
)

const NoLink = () => (
  <GuestFrame>
    <GuestNotice title="Please open the link in your email.">
      <p>This page opens from the personal link in your invitation, and in one tab only.</p>
    </GuestNotice>
  </GuestFrame>
)

/** The organization is known only if the link worked before; otherwise the text can only name the sender. */
const DeadLink = ({ session }: { session: GuestSession | undefined }) => (
  <GuestFrame>
    <GuestNotice title="This link no longer works.">
      <p>
        Look for the newest email about your call: its link works. If there is none, ask{' '}
        {session ? (
          <Contact organization={session.organization} />
        ) : (
          'the coach or organization that invited you'
        )}
        .
      </p>
    </GuestNotice>
  </GuestFrame>
)
