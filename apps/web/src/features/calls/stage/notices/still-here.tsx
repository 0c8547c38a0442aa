import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { others, type CallState } from '#features/calls/room/call-state.ts'

/** A tab that is alone this long after the end was forgotten. */
const askAfterMs = 10 * 60_000
const leaveAfterMs = 60_000

interface StillHereProps {
  state: CallState
  endsAt: number
  onLeave: () => void
}

/**
 * Asks a person who is alone long after the end, and leaves if nobody answers. A person who stays is asked again after the
 * same time.
 */
export function StillHere({ state, endsAt, onLeave }: StillHereProps) {
  const isAlone = others(state).length === 0
  const [isAsked, setIsAsked] = useState(false)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isAlone || isAsked) return undefined
    // If the person is left alone later, or has just answered, the ten minutes begin then.
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
      <p className="mt-2 text-ink-2">Nobody else is in the call. It will end in a minute.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onPress={onLeave}>Leave</Button>
        <Button look="primary" autoFocus onPress={() => setIsAsked(false)}>
          Stay
        </Button>
      </div>
    </Modal>
  )
}
