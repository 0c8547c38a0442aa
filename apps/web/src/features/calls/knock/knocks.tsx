import type { OwnProfile } from '@parley/contract/identity.ts'
import type { WaitingGuest } from '@parley/contract/calls/calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { UserX, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNow } from '#platform/time/clock.ts'
import { clockText, zoneOf } from '#platform/time/time-zone.ts'
import { PlainButton } from '#ui/button/button.tsx'
import { Notice } from '#features/calls/stage/notices/notice.tsx'
import { KnockCard } from './knock-card.tsx'
import { isCalling, isShutOut, knockTitle } from './knock-words.ts'
import { useDecision, useOpenKnocks } from './use-knocks.ts'
import { beQuiet, useIsQuiet, useKnockSigns } from './use-knock-signs.ts'

/** The people at the door, on every page of the portal, so that the coach can let them in from anywhere. */
export function PortalKnocks({ me }: { me: OwnProfile }) {
  const { guests, close } = useOpenKnocks()
  useKnockSigns(guests)
  const decision = useDecision()
  const navigate = useNavigate()
  const join = (guest: WaitingGuest) => {
    // If let in at once, the client would sit in an empty room while the coach is at the device check.
    decision.mutate({ guest, admit: 'when_joined' })
    void navigate({ to: '/session/$sessionId/join', params: { sessionId: guest.session_id } })
  }
  return (
    <>
      <KnockAnnouncement guests={guests} />
      {guests.length > 0 && (
        // On a phone the cards are at the top, because the page's own buttons are at the bottom.
        <div className="fixed right-2 z-(--z-toast) flex max-h-[calc(100dvh-5rem)] w-98 max-w-[calc(100vw-1rem)] flex-col gap-2.5 overflow-y-auto max-sm:top-15 sm:right-6 sm:bottom-6">
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
              onClose={() => close(guest)}
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
  /** The coach is in the call, and not at the device check before it. */
  isInCall: boolean
}

/** The same in a call and at the device check before it. The card of the call's own client need not name the call. */
export function CallKnocks({ me, sessionId, isInCall }: CallKnocksProps) {
  const { guests, close } = useOpenKnocks()
  useKnockSigns(guests)
  const decision = useDecision()
  useKeptPromise(isInCall ? guests.filter((guest) => guest.session_id === sessionId) : [], (guest) =>
    decision.mutate({ guest, admit: true }),
  )
  return (
    <>
      <KnockAnnouncement guests={guests} />
      {guests.map((guest, i) =>
        isInCall && isShutOut(guest) ? (
          <ShutOutNotice
            key={guest.id}
            guest={guest}
            zone={zoneOf(me)}
            onLetIn={() => decision.mutate({ guest, admit: true })}
            onClose={() => close(guest)}
          />
        ) : (
          <KnockCard
            key={guest.id}
            guest={guest}
            zone={zoneOf(me)}
            isNamed={guest.session_id !== sessionId}
            isPromised={!isInCall && guest.is_promised}
            admitText="Admit"
            onAdmit={() => decision.mutate({ guest, admit: true })}
            onTurnAway={() => decision.mutate({ guest, admit: false })}
            onClose={() => close(guest)}
            isFirst={i === 0}
          />
        ),
      )}
    </>
  )
}

/** Admits each person, once, for whom 'Join and admit' was pressed before the coach joined. */
function useKeptPromise(guests: readonly WaitingGuest[], onAdmit: (guest: WaitingGuest) => void): void {
  const ids = guests
    .filter(({ is_promised }) => is_promised)
    .map(({ id }) => id)
    .join()
  const admit = useEffectEvent((id: string) => {
    const guest = guests.find((each) => each.id === id)
    if (guest) onAdmit(guest)
  })
  useEffect(() => {
    for (const id of ids.split(',').filter(Boolean)) admit(id)
  }, [ids])
}

interface ShutOutNoticeProps {
  guest: WaitingGuest
  zone: string
  onLetIn: () => void
  onClose: () => void
}

/** One line rather than a card: it needs no answer, and a card would cover a face. */
const ShutOutNotice = ({ guest, zone, onLetIn, onClose }: ShutOutNoticeProps) => (
  <Notice icon={<UserX strokeWidth={1.75} />} act={{ text: 'Let in', onPress: onLetIn }} onDismiss={onClose}>
    {`${knockTitle(guest)} at ${clockText(zone, Date.parse(guest.since))}`}
  </Notice>
)

/** For the K key. Enter then lets in the person who came first. */
export const focusOnKnock = (): void => document.querySelector<HTMLElement>('[data-knock]')?.focus()

/** Screen readers announce it at once, interrupting what they are reading. */
const KnockAnnouncement = ({ guests }: { guests: readonly WaitingGuest[] }) => (
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
    <div className="mt-3.5 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-label text-ink-2 max-sm:mt-2 max-sm:justify-end max-sm:pt-0">
      <span className="max-sm:hidden flex flex-1 items-center gap-2 whitespace-nowrap [&_svg]:size-3.5">
        {isQuiet ? <VolumeX strokeWidth={1.75} /> : <Volume2 strokeWidth={1.75} />}
        {isQuiet ? 'Knock sound is off' : 'Knock sound is on'}
      </span>
      {isAsked && (
        <PlainButton
          className={`max-sm:hidden ${link}`}
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
