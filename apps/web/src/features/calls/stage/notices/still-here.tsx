import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle } from '#ui/overlay/dialog-title.tsx'
import { Modal } from '#ui/overlay/modal.tsx'
import { others, type CallState } from '#features/calls/room/call-state.ts'

/** Alone for so long after the end a tab was forgotten. */
const askAfterMs = 10 * 60_000
const leaveAfterMs = 60_000

interface StillHereProps {
  state: CallState
  endsAt: number
  onLeave: () => void
}

/** Asks whoever is alone long after the end, and leaves where nobody answers. Who stays is asked again as long after. */
export function StillHere({ state, endsAt, onLeave }: StillHereProps) {
  const isAlone = others(state).length === 0
  const [isAsked, setIsAsked] = useState(false)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isAlone || isAsked) return undefined
    // Whoever comes to be alone later, or has just said so, has ten minutes from then on.
    const timer = setTimeout(() => setIsAsked(true), Math.max(endsAt, Date.now()) + askAfterMs - Date.now())
    return () => clearTimeout(timer)
  }, [isAlone, isAsked, endsAt])
  useEffect(() => {
    if (!isAsked) return undefined
    const timer = setTimeout(() => leave(), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [isAsked])
  if (isAsked && !isAlone) setIsAsked(false)
  return (
    <Modal place="question" role="alertdialog" isOpen={isAsked} isHeld onOpenChange={() => {}}>
      <DialogTitle>Are you still here?</DialogTitle>
      <p className="mt-2 text-ink-2">Nobody else is in the call. It ends by itself in a minute.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onPress={onLeave}>Leave</Button>
        <Button look="primary" autoFocus onPress={() => setIsAsked(false)}>
          Stay
        </Button>
      </div>
    </Modal>
  )
}
