import { createStore } from '#base/store.ts'
import type { Call } from './room/call-room.ts'
import type { CallState } from './room/call-state.ts'
import { sampleCall } from './stage/sample-call.ts'

const nothing = () => Promise.resolve()

/** A running call in the given state, for tests of what depends on it. */
export function sampleRunningCall(more: Partial<CallState> = {}) {
  const { read, watch, write } = createStore(sampleCall(more))
  const hearers = new Set<(topic: string) => void>()
  const passedOn: (MediaStream | undefined)[] = []
  const call: Call = {
    read,
    watch,
    level: createStore(-30),
    setMic: () => {},
    toggle: () => {},
    intents: () => ({ microphone: true, camera: true }),
    toggleShare: nothing,
    toggleAudioOnly: () => {},
    toggleBlur: nothing,
    setHand: nothing,
    setVolume: () => {},
    setMutedForMe: () => {},
    startSound: nothing,
    passOn: (stream) => {
      passedOn.push(stream)
      return nothing()
    },
    onHint: (hear) => {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    rejoin: () => {},
    leave: nothing,
  }
  return { call, write, passedOn, hint: (topic: string) => hearers.forEach((hear) => hear(topic)) }
}
