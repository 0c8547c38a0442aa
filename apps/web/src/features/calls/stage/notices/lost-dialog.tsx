import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { useNowAt } from '#platform/time/clock.ts'
import type { CallState } from '#features/calls/room/call-state.ts'
import type { CallActs } from '../call-acts.ts'

/** After this long it is more than a blip. Retries go on. */
const lostAfterMs = 60_000

interface LostDialogProps {
  state: CallState
  /** Until when joining is possible, as a time of day. */
  triesUntil: string
  acts: Pick<CallActs, 'onRejoin' | 'onLeave'>
  /** The contact to ask. */
  contact: ReactNode
}

export function LostDialog({ state: { lostSince }, triesUntil, acts, contact }: LostDialogProps) {
  const now = useNowAt((at) =>
    lostSince !== undefined && at < lostSince + lostAfterMs ? lostSince + lostAfterMs : Infinity,
  )
  const isLong = lostSince !== undefined && now >= lostSince + lostAfterMs
  return (
    <Modal place="question" role="alertdialog" isOpen={isLong} isHeld onOpenChange={() => {}}>
      <div className="flex flex-col items-center gap-2 text-center">
        <span className="mb-2 flex size-15 items-center justify-center rounded-panel bg-red-soft text-red-ink">
          <WifiOff className="size-7" strokeWidth={1.75} />
        </span>
        <DialogTitle>The connection is lost</DialogTitle>
        <p className="text-ink-2">
          We keep trying until {triesUntil}. Check your network, or rejoin now. You won't have to wait to be
          let in.
        </p>
        <div className="mt-4 flex w-full flex-col gap-2">
          <Button look="primary" size="large" width="full" onPress={acts.onRejoin}>
            Rejoin
          </Button>
          <Button look="quiet" size="large" width="full" onPress={acts.onLeave}>
            Leave the call
          </Button>
        </div>
        {contact !== undefined && <p className="mt-2 text-label text-ink-2">{contact}</p>}
      </div>
    </Modal>
  )
}
