import type { OwnProfile } from '@parley/contract/identity.ts'
import type { WaitingGuest } from '@parley/contract/calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { PlainButton } from '#ui/button/plain-button.tsx'
import { KnockCard } from './knock-card.tsx'
import { isCalling, knockTitle } from './knock-words.ts'
import { useDecision, useKnocks } from './use-knocks.ts'
import { beQuiet, useIsQuiet, useKnockSigns } from './use-knock-signs.ts'

/** Who is at the door, on every page of the portal: they are let in from wherever the coach is. */
export function PortalKnocks({ me }: { me: OwnProfile }) {
  const guests = useKnocks()
  useKnockSigns(guests)
  const decision = useDecision()
  const navigate = useNavigate()
  const join = (guest: WaitingGuest) => {
    decision.mutate({ guest, admit: true })
    void navigate({ to: '/session/$sessionId/join', params: { sessionId: guest.session_id } })
  }
  return (
    <>
      <Told guests={guests} />
      {guests.length > 0 && (
        <div className="fixed right-4 bottom-4 z-(--z-toast) flex max-h-[calc(100dvh-5rem)] w-98 max-w-[calc(100vw-2rem)] flex-col gap-2.5 overflow-y-auto sm:right-6 sm:bottom-6">
          {guests.map((guest, i) => (
            <KnockCard
              key={guest.id}
              guest={guest}
              zone={zoneOf(me)}
              isNamed
              admitText="Join and admit"
              onAdmit={() =>
                guest.state === 'waiting' ? join(guest) : decision.mutate({ guest, admit: true })
              }
              onTurnAway={() => decision.mutate({ guest, admit: false })}
              foot={i === guests.length - 1 && guests.some(isCalling) && <SoundLine />}
            />
          ))}
        </div>
      )}
    </>
  )
}

interface CallKnocksProps {
  me: OwnProfile
  sessionId: string
}

/** The same inside a call, and before it: of the call's own client nothing more has to be said than that they wait. */
export function CallKnocks({ me, sessionId }: CallKnocksProps) {
  const guests = useKnocks()
  useKnockSigns(guests)
  const decision = useDecision()
  return (
    <>
      <Told guests={guests} />
      {guests.map((guest, i) => (
        <KnockCard
          key={guest.id}
          guest={guest}
          zone={zoneOf(me)}
          isNamed={guest.session_id !== sessionId}
          admitText="Admit"
          onAdmit={() => decision.mutate({ guest, admit: true })}
          onTurnAway={() => decision.mutate({ guest, admit: false })}
          isFirst={i === 0}
        />
      ))}
    </>
  )
}

/** K: Enter then lets in whoever came first. */
export const focusOnKnock = (): void => document.querySelector<HTMLElement>('[data-knock]')?.focus()

/** Said at once, over whatever is being read. */
const Told = ({ guests }: { guests: readonly WaitingGuest[] }) => (
  <div role="alert" className="sr-only">
    {guests.filter(isCalling).map((guest) => (
      <p key={guest.id}>{knockTitle(guest)}</p>
    ))}
  </div>
)

const canBeAsked = () => 'Notification' in globalThis && Notification.permission === 'default'

function SoundLine() {
  const now = useNow()
  const isQuiet = useIsQuiet(now)
  const [isAsked, setIsAsked] = useState(canBeAsked)
  const link =
    'cursor-pointer rounded-tag text-label font-medium text-accent-ink outline-accent focus-visible:outline-2 pointer-coarse:min-h-11'
  return (
    <div className="mt-3.5 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-label text-ink-2">
      <span className="flex flex-1 items-center gap-2 whitespace-nowrap [&_svg]:size-3.5">
        {isQuiet ? <VolumeX strokeWidth={1.75} /> : <Volume2 strokeWidth={1.75} />}
        {isQuiet ? 'Knock sound is off' : 'Knock sound is on'}
      </span>
      {isAsked && (
        <PlainButton
          className={link}
          onPress={() => void Notification.requestPermission().finally(() => setIsAsked(canBeAsked))}
        >
          Allow notifications
        </PlainButton>
      )}
      {!isQuiet && (
        <PlainButton className={link} onPress={() => beQuiet(Date.now())}>
          Quiet for 10 min
        </PlainButton>
      )}
    </div>
  )
}
