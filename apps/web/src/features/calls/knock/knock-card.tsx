import type { WaitingGuest } from '@parley/contract/calls/calls.ts'
import { BellRing, Check, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockText } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkFacts, isShutOut, knockTitle } from './knock-words.ts'

interface KnockCardProps {
  guest: WaitingGuest
  /** The reader's zone, for the clock. */
  zone: string
  /** Whether to name the call; false where that is obvious. */
  isNamed?: boolean
  admitText: string
  onAdmit: () => void
  onTurnAway: () => void
  /** Offered if the person needs no answer. */
  onClose: () => void
  /** The coach pressed 'Join and admit': the client comes in with the coach. */
  isPromised?: boolean
  /** The K key moves the focus to this card. */
  isFirst?: boolean
  foot?: ReactNode
}

/** A person at the door: their name, since when, their device check, and the two answers. */
export function KnockCard(props: KnockCardProps) {
  // Long because it is one piece of markup.
  const { guest, zone, isNamed = false, isPromised = false, isFirst = false, foot } = props
  const { admitText, onAdmit, onTurnAway, onClose } = props
  const { name, state, is_other_device, title, start_time } = guest
  const since = `since ${clockText(zone, Date.parse(guest.since))}`
  const facts = state === 'waiting' && !is_other_device ? checkFacts(guest.checked) : []
  return (
    <section
      aria-label={knockTitle(guest)}
      className="w-98 max-w-full rounded-panel border border-line-2 bg-surface p-4 max-sm:p-3 text-body text-ink shadow-menu"
    >
      <div className="flex gap-3">
        <Avatar person={personOf(guest)} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-large font-semibold wrap-anywhere">{knockTitle(guest)}</h2>
          <p className="truncate text-label text-ink-2">
            {isNamed
              ? `${title}, ${clockText(zone, Date.parse(start_time))}`
              : is_other_device
                ? `another device, ${since}`
                : since}
          </p>
        </div>
        {state === 'waiting' && (
          <BellRing className="mt-1 size-4 shrink-0 text-accent-ink" strokeWidth={1.75} />
        )}
        {isShutOut(guest) && (
          <div className="-mt-1 -mr-1 shrink-0">
            <Button look="quiet" size="icon" aria-label={`Close: ${knockTitle(guest)}`} onPress={onClose}>
              <X />
            </Button>
          </div>
        )}
      </div>
      {facts.length > 0 && (
        <ul aria-label="Device check" className="mt-3 flex flex-wrap gap-x-3.5 gap-y-1 text-label text-ink-2">
          {facts.map(({ isGood, text }) => (
            // A small screen lists only what is wrong.
            <li
              key={text}
              className={`flex items-center gap-1.5 [&_svg]:size-3.5 ${isGood ? 'max-sm:hidden' : ''}`}
            >
              {isGood ? (
                <Check className="text-green-ink" strokeWidth={2} />
              ) : (
                <TriangleAlert className="text-yellow-ink" strokeWidth={1.75} />
              )}
              {text}
            </li>
          ))}
        </ul>
      )}
      {state === 'waiting' && is_other_device && (
        <p className="mt-3 flex gap-2 rounded-control bg-yellow-soft px-3 py-2 text-label text-yellow-ink">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.75} />
          Opened on another device. Admitting this device disconnects the other one.
        </p>
      )}
      {state !== 'admitted' && (
        <div className="mt-3.5 flex items-center gap-2">
          <div className="flex-1">
            {isPromised ? (
              <p className="text-ink-2">Will join when you do.</p>
            ) : (
              <Button
                look={state === 'waiting' ? 'primary' : undefined}
                width="full"
                aria-label={`${state === 'waiting' ? admitText : 'Let in'}: ${name}`}
                onPress={onAdmit}
                {...(isFirst && { 'data-knock': '' })}
              >
                {state === 'waiting' ? admitText : 'Let in'}
              </Button>
            )}
          </div>
          {state === 'waiting' && (
            <Button aria-label={`Turn away: ${name}`} onPress={onTurnAway}>
              Turn away
            </Button>
          )}
        </div>
      )}
      {foot}
    </section>
  )
}

function personOf({ id, name }: WaitingGuest) {
  const [first_name = '', ...rest] = name.split(' ')
  return { id, first_name, last_name: rest.at(-1) ?? '', username: name }
}
