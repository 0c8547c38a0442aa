import type { DeviceKind } from '#features/calls/devices/device-states.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { openCall, type Call, type CallDeps } from './call-room.ts'

/**
 * Only one tab of a browser is in a call at a time. The browser's own locks enforce this, and a tab that dies releases its
 * lock.
 */
const nameOf = (callId: string): string => `parley.call.${callId}`

/** Whether another tab of this browser is in the call. */
export async function isHeldElsewhere(callId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === nameOf(callId))
}

type Intents = Record<DeviceKind, boolean>
const question = 'intents?'
/** A tab that doesn't answer in time may be frozen. */
const answerMs = 1000

/** Tells a tab that takes this call over what is sent here. The returned function stops that. */
export function answerIntents(callId: string, intents: () => Intents): () => void {
  const channel = new BroadcastChannel(nameOf(callId))
  channel.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves our origin
    if (data === question) channel.postMessage(intents())
  })
  return () => channel.close()
}

/**
 * Called before a call moves to this tab: devices that are off in the other tab start off here. Without an answer everything
 * starts off, so that nobody is heard or seen who didn't want to be.
 */
export async function takeOverIntents(
  callId: string,
  devices: Pick<LocalDevices, 'beginWith'>,
  waitMs = answerMs,
): Promise<void> {
  const channel = new BroadcastChannel(nameOf(callId))
  const intents = await new Promise<Intents>((resolve) => {
    channel.addEventListener('message', ({ data }) => {
      if (data !== question) resolve(data as Intents)
    })
    setTimeout(() => resolve({ microphone: false, camera: false }), waitMs)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves our origin
    channel.postMessage(question)
  })
  channel.close()
  devices.beginWith(intents)
}

interface HoldOptions {
  /** Whether to take the call from a tab that already has it. */
  isTaking: boolean
  /** Called when another tab has taken the call. */
  onTaken: () => void
}

/**
 * Holds the call for this tab until the returned function is called. Undefined if another tab holds it and `isTaking` is
 * false.
 */
export function holdCall(
  callId: string,
  { isTaking, onTaken }: HoldOptions,
): Promise<(() => void) | undefined> {
  return new Promise((answer) => {
    const held = (lock: Lock | null): Promise<void> | undefined => {
      if (lock) return new Promise((letGo) => answer(letGo))
      answer(undefined)
      return undefined
    }
    navigator.locks
      .request(nameOf(callId), isTaking ? { steal: true } : { ifAvailable: true }, held)
      .catch(onTaken)
  })
}

interface HeldCallDeps extends CallDeps {
  callId: string
  isTaking: boolean
}

/**
 * Opens a call that this tab holds for as long as it lasts. Undefined if another tab is in it. The lock comes before the
 * connection to the media server, which would disconnect the other tab as a duplicate identity.
 */
export async function openHeldCall({ callId, isTaking, ...given }: HeldCallDeps): Promise<Call | undefined> {
  let call: Call | undefined
  let isTaken = false
  const letGo = await holdCall(callId, {
    isTaking,
    onTaken: () => {
      isTaken = true
      void call?.leave('moved')
    },
  })
  if (!letGo) return undefined
  try {
    call = await openCall({
      ...given,
      // A slow tab that lost the call meanwhile must not take it back by connecting.
      join: async () => {
        const way = await given.join()
        if (isTaken) throw new Error('another tab took the call')
        return way
      },
      isFinal: (error) => isTaken || given.isFinal(error),
    })
  } catch (error) {
    letGo()
    if (isTaken) return undefined
    throw error
  }
  const opened = call
  const stopAnswering = answerIntents(callId, opened.intents)
  const letGoAtEnd = () => {
    if (opened.read().end === undefined) return
    stopAnswering()
    letGo()
  }
  opened.watch(letGoAtEnd)
  // The call may have ended before `watch` was called.
  letGoAtEnd()
  if (isTaken) await opened.leave('moved')
  return opened
}
