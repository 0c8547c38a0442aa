import '@fontsource-variable/literata/index.css'
import type { Admission, GuestSession } from '@parley/contract/calls/calls.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { BellRing, EyeOff, LogOut, MonitorSmartphone, RotateCcw, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { browserZone, clockText } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'

interface WaitingRoomProps {
  session: GuestSession
  admission: Admission
  now: number
  /** The last heartbeat failed. */
  isUnheard: boolean
  /** The client's own picture, with the switches of their devices. */
  picture: ReactNode
  onDevices: () => void
  onLeave: () => void
}

/**
 * The waiting room: two seats, one of them empty. It says what the coach knows and since when, and that there is nothing to
 * do.
 */
export function WaitingRoom(props: WaitingRoomProps) {
  const { session, admission, now, isUnheard, picture, onDevices, onLeave } = props
  const coach = session.coach_first_name || 'Your coach'
  const { title, text, told } = waitingWords(session, admission, now)
  return (
    <div className="mx-auto w-full max-w-270">
      <div className="text-center">
        <PageHeading
          title={title}
          className="text-[2rem]/10 font-semibold tracking-[-0.02em] text-balance max-sm:text-[1.75rem]/9"
        >
          {title}
        </PageHeading>
        <p aria-live="polite" className="mt-1 font-voice text-title text-balance text-ink-2">
          {isUnheard ? `No connection: ${coach} may not see you right now. Trying again…` : text}
        </p>
      </div>
      {admission.is_other_device && (
        <p className="mx-auto mt-4 flex w-fit items-center gap-2 rounded-control bg-yellow-soft px-3.5 py-2 text-yellow-ink">
          <MonitorSmartphone className="size-4 shrink-0" strokeWidth={1.75} />
          Your link was opened on another device first. {coach} decides which one to let in.
        </p>
      )}
      <div className="mt-8 grid gap-4 max-sm:mt-5 call:grid-cols-2">
        {picture}
        <div className="relative flex aspect-[16/10] flex-col items-center justify-center overflow-hidden rounded-panel bg-accent-soft max-call:aspect-auto max-call:h-43">
          <Rings>{coach.slice(0, 1).toUpperCase()}</Rings>
          <p className="absolute inset-x-0 bottom-4 px-4 text-center">
            <span className="block text-large font-semibold">{coach}</span>
            <span className="flex items-center justify-center gap-1.5 text-ink-2">
              {told !== undefined && <BellRing className="size-4 shrink-0" strokeWidth={1.75} />}
              {told ?? 'Not here yet'}
            </span>
          </p>
        </div>
      </div>
      <ul className="mt-8 grid gap-x-10 gap-y-5 call:grid-cols-2">
        {facts.map(({ icon: Icon, title: about, text: words }) => (
          <li key={about} className="flex gap-3">
            <Icon className="mt-0.5 size-4.5 shrink-0 text-accent-ink" strokeWidth={1.75} />
            <div>
              <p className="font-semibold">{about}</p>
              <p className="text-ink-2">{words}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex items-center justify-between gap-4 border-t border-line pt-4 max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button icon={<Settings2 strokeWidth={1.75} />} onPress={onDevices}>
          Camera and sound
        </Button>
        <Button look="quiet" icon={<LogOut strokeWidth={1.75} />} onPress={onLeave}>
          Leave
        </Button>
      </div>
    </div>
  )
}

/** Says only what is true: a coach whose browser hasn't received the news yet knows nothing. */
function waitingWords(session: GuestSession, admission: Admission, now: number) {
  const coach = session.coach_first_name || 'Your coach'
  const name = session.first_name === '' ? '' : `, ${session.first_name}`
  const zone = browserZone()
  const opens = Date.parse(session.start_time) - constants.joinWindowBeforeMs
  if (now < opens)
    return {
      title: `You're early${name}.`,
      text: `The call opens at ${clockText(zone, opens)}. You can stay on this page: ${coach} will be told then.`,
    }
  if (admission.state === 'admitted')
    return { title: `${coach} is letting you in${name}.`, text: 'One moment…', told: 'The call is opening' }
  if (admission.is_coach_joining)
    return {
      title: `${coach} is joining${name}.`,
      text: "You'll go in together. There is nothing you need to do.",
      told: 'On the way into the call',
    }
  if (admission.told_at === null)
    return {
      title: `You are in the waiting room${name}.`,
      text: `${coach} will see you're here as soon as they open Parley. There is nothing you need to do.`,
      told: `We are telling ${coach}`,
    }
  return {
    title: `${coach} knows you are here${name}.`,
    text: `You will be let in when ${coach} is ready. There is nothing you need to do.`,
    told: `${coach} was told at ${clockText(zone, Date.parse(admission.told_at))}`,
  }
}

const facts = [
  {
    icon: EyeOff,
    title: 'Private until you are in',
    text: 'Nobody sees or hears you here. The call is not recorded.',
  },
  {
    icon: RotateCcw,
    title: 'Cut off? Come straight back',
    text: 'Open the same link in this browser and you are in again, without waiting.',
  },
]

/** The rings pulse, unless the person prefers reduced motion. */
const Rings = ({ children }: { children: ReactNode }) => (
  <span className="relative -mt-12 flex size-24 items-center justify-center max-call:size-18">
    <span className="absolute -inset-18 motion-safe:animate-breathe rounded-round bg-accent-line/25" />
    <span className="absolute -inset-10 motion-safe:animate-breathe rounded-round bg-accent-line/35" />
    <span className="relative flex size-full items-center justify-center rounded-round bg-surface text-[2.25rem] font-semibold text-accent-ink">
      {children}
    </span>
  </span>
)
