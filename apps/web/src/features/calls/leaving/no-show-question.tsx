import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { X } from 'lucide-react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { clientOf, clockRangeText } from '#features/sessions/sessions.ts'
import { clientText, minutesText, personIn, spansOf } from './presence-facts.ts'

interface NoShowQuestionProps {
  me: OwnProfile
  session: Session
  presence: CallPresence
  isOpen: boolean
  /** 'No Show' is being saved. */
  isPending: boolean
  onExit: () => void
  onNoShow: () => void
  /** The coach stays in the call after all. */
  onClose: () => void
}

/**
 * Asks the session's coach on leaving whether the client who has not been there is a no-show, with the known facts beside
 * it.
 */
export function NoShowQuestion(props: NoShowQuestionProps) {
  const { me, session, presence, isOpen, isPending, onExit, onNoShow, onClose } = props
  const client = clientOf(session)
  const name = client ? nameOf(client) : 'The client'
  const there = personIn(presence, session.user_id)
  const { now } = presence
  return (
    <Modal
      place="question"
      role="alertdialog"
      isDark
      isOpen={isOpen}
      isHeld={isPending}
      onOpenChange={(isWanted) => !isWanted && onClose()}
    >
      <div className="flex items-start justify-between gap-4">
        <DialogTitle>Is the client a No-Show?</DialogTitle>
        <PlainButton
          aria-label="Stay in the call"
          isDisabled={isPending}
          onPress={onClose}
          className="-m-2 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-2 hover:text-ink"
        >
          <X className="size-4.5" strokeWidth={1.75} />
        </PlainButton>
      </div>
      <output className="mt-1 block text-ink-2 wrap-anywhere">{clientText(name, there, now)}</output>
      <dl className="mt-4 border-t border-line">
        <Fact
          lane="coach"
          name="You, present"
          value={rangeText(zoneOf(me), spansOf(personIn(presence, me.id).inRoom, now))}
        />
        <Fact lane="client" name={`${name}, in the call`} value={minutesText(spansOf(there.inRoom, now))} />
        <Fact
          lane="client"
          name={`${name}, in the waiting room`}
          value={minutesText(spansOf(there.waiting, now))}
        />
      </dl>
      <div className="mt-5 flex flex-wrap gap-2 *:grow">
        {/* Focus the button that changes nothing, so that Enter loses nothing. */}
        <Button autoFocus size="large" isDisabled={isPending} onPress={onExit}>
          Exit Session
        </Button>
        <Button look="destructive" size="large" isPending={isPending} onPress={onNoShow}>
          Cancel &amp; Mark as "No Show"
        </Button>
      </div>
    </Modal>
  )
}

/** From the first moment to the last. */
function rangeText(zone: string, spans: ReturnType<typeof spansOf>): string {
  const [first, last] = [spans.at(0), spans.at(-1)]
  return first && last ? clockRangeText(zone, first.from, last.until) : '0 min'
}

const Fact = ({ lane, name, value }: { lane: 'coach' | 'client'; name: string; value: string }) => (
  <div className="flex items-center gap-3 border-b border-line py-2.5">
    <span
      aria-hidden="true"
      className={`h-4.5 w-1 shrink-0 rounded-round forced-color-adjust-none ${lane === 'coach' ? 'bg-lane-coach' : 'bg-lane-client'}`}
    />
    <dt className="min-w-0 flex-1 wrap-anywhere">{name}</dt>
    <dd className="shrink-0 font-figures text-ink-2">{value}</dd>
  </div>
)
