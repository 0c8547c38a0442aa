import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { CircleCheck, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { clockText, zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { Avatar } from '#ui/display/avatar.tsx'
import { useWaitingGuest } from '#features/calls/calls.ts'
import { spokenCountdown } from '#features/sessions/words/countdown.ts'
import { StatusBadge } from '#features/sessions/words/session-badges.tsx'
import { clientOf } from '#features/sessions/words/session-words.ts'
import { joinStateOf, type JoinState } from './join-state.ts'
import type { SessionActs } from './session-acts.tsx'

interface JoinCardProps {
  me: OwnProfile
  session: Session
  now: number
  acts: SessionActs
}

const grounds = {
  open: 'border-accent-line bg-accent-soft',
  quiet: 'border-line-2 bg-surface',
}

/** The join button in the state that the clock and the session give it. Its label never changes. */
export function JoinCard({ me, session, now, acts }: JoinCardProps) {
  const state = joinStateOf(session, me.id, zoneOf(me), now)
  return (
    <div className={`rounded-panel border p-4.5 ${grounds[state.kind === 'open' ? 'open' : 'quiet']}`}>
      <JoinBody {...{ session, state, acts }} zone={zoneOf(me)} />
      <Spoken session={session} now={now} />
    </div>
  )
}

/** The same at the bottom edge of a small screen. A session that is no longer Scheduled has its card in the page instead. */
export function JoinBar({ me, session, now, acts }: JoinCardProps) {
  const state = joinStateOf(session, me.id, zoneOf(me), now)
  return (
    <div
      className={`sticky bottom-0 z-(--z-sticky) -mx-4 mt-auto -mb-10 border-t px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${grounds[state.kind === 'open' ? 'open' : 'quiet']}`}
    >
      <JoinBody {...{ session, state, acts }} zone={zoneOf(me)} />
      <Spoken session={session} now={now} />
    </div>
  )
}

/** The countdown for screen readers. */
const Spoken = ({ session, now }: { session: Session; now: number }) => (
  <output className="sr-only">{session.status === 'Scheduled' && spokenCountdown(session, now)}</output>
)

export const hasJoinBar = ({ status }: Session): boolean => status === 'Scheduled'

interface JoinBodyProps {
  session: Session
  state: JoinState
  acts: SessionActs
}

function JoinBody({ session, state, acts, zone }: JoinBodyProps & { zone: string }) {
  if (state.kind === 'final') return <Final session={session} />
  if (state.kind === 'over') return <Over {...{ session, state, acts }} />
  const isOpen = state.kind === 'open'
  return (
    <>
      <StateLine isOpen={isOpen}>{state.line}</StateLine>
      {state.mayJoin ? (
        <ButtonLink
          to="/session/$sessionId/join"
          params={{ sessionId: session.id }}
          look="primary"
          size="large"
          width="full"
        >
          <Video strokeWidth={1.75} />
          Join Call
        </ButtonLink>
      ) : (
        <Button look="primary" size="large" width="full" isDisabled icon={<Video strokeWidth={1.75} />}>
          Join Call
        </Button>
      )}
      {isOpen && !state.mayJoin && (
        <p className="mt-2.5 text-label text-ink-2">Only the people in this session can join it.</p>
      )}
      <WaitingSince session={session} zone={zone} />
    </>
  )
}

/** The client at the door, for the session's coach. */
function WaitingSince({ session, zone }: { session: Session; zone: string }) {
  const waiting = useWaitingGuest(session.id)
  const client = clientOf(session)
  if (!waiting || !client) return null
  return (
    <p className="mt-3 flex min-w-0 items-center gap-2 text-label">
      <Avatar person={client} size={22} />
      <span className="min-w-0 text-ink-2 wrap-anywhere">
        <span className="font-semibold text-ink">{client.first_name || nameOf(client)} is waiting</span>{' '}
        <span className="font-figures whitespace-nowrap">
          since {clockText(zone, Date.parse(waiting.since))}
        </span>
      </span>
    </p>
  )
}

const StateLine = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <p className={`mb-3 font-figures font-semibold ${isOpen ? 'text-accent-ink' : 'text-ink-2'}`}>{children}</p>
)

/** The session is past, and nobody has reported how it went. */
function Over({ session, state, acts }: JoinBodyProps) {
  const { settle, noShow } = session.abilities
  return (
    <>
      <StateLine isOpen={false}>{state.line}</StateLine>
      {settle ? (
        <>
          <Button
            size="large"
            width="full"
            icon={<CircleCheck strokeWidth={1.75} />}
            isPending={acts.isSaving}
            onPress={acts.complete}
          >
            Mark Session Complete
          </Button>
          <div className="mt-2 grid grid-flow-col gap-2">
            {noShow && (
              <Button isDisabled={acts.isSaving} onPress={acts.noShow}>
                No Show
              </Button>
            )}
            <Button look="quiet" isDisabled={acts.isSaving} onPress={acts.cancel}>
              Cancel Session
            </Button>
          </div>
        </>
      ) : (
        <p className="text-label text-ink-2">The coach hasn't said yet how it went.</p>
      )}
    </>
  )
}

const finalTexts = {
  Completed: 'This session took place.',
  Cancelled: 'The history shows who did it, when and why.',
  NoShow: 'The history shows who did it, when and why.',
}

function Final({ session: { status } }: { session: Session }) {
  return (
    <>
      <StatusBadge status={status} />
      {status !== 'Scheduled' && <p className="mt-2 text-label text-ink-2">{finalTexts[status]}</p>}
    </>
  )
}
