import { useEffect, type ReactNode } from 'react'
import { useStore } from '#base/store.ts'
import type { CallEnd } from './room/call-state.ts'
import type { Call } from './room/call-room.ts'
import { Announcer } from './stage/announcer.tsx'
import { CallView, type CallSlots } from './stage/call-view.tsx'

interface RunningCallProps extends CallSlots {
  call: Call
  title: string
  waitingText: string
  /** The call's clock, title and end. */
  left: ReactNode
  /** What leaving asks for before; without it one leaves at once. */
  onLeave?: () => void
  onOver: (end: CallEnd) => void
}

/** A call that was joined, from its state. Whoever shows it says what stands where the call leaves room for it. */
export function RunningCall({ call, title, waitingText, left, onLeave, onOver, ...slots }: RunningCallProps) {
  const state = useStore(call)
  const { end } = state
  useEffect(() => {
    document.title = `${title} · Parley`
  }, [title])
  useEffect(() => {
    if (end) onOver(end)
  }, [end, onOver])
  return (
    <main>
      {/* Heard, and not focused: whoever has joined goes on at the microphone. */}
      <h1 className="sr-only">{title}</h1>
      <Announcer state={state} />
      <CallView
        {...{ state, waitingText, left, ...slots }}
        acts={{
          onMic: () => void call.toggleMic(),
          onCamera: () => void call.toggleCamera(),
          onSound: () => void call.startSound(),
          onLeave: onLeave ?? (() => void call.leave()),
        }}
      />
    </main>
  )
}
