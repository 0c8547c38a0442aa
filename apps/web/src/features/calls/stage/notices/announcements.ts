import { others, sharer, type CallState } from '#features/calls/room/call-state.ts'
import type { Sending } from '#features/calls/room/sending/sending-state.ts'

/** The changes that are announced to screen readers, in whole sentences. */
export function changesHeard(before: CallState, after: CallState): string[] {
  const [were, are] = [others(before), others(after)]
  const came = are.filter(({ id }) => !were.some((each) => each.id === id))
  const went = were.filter(({ id }) => !are.some((each) => each.id === id))
  const isBack = before.connection === 'reconnecting' && after.connection === 'connected'
  return [
    ...came.map(({ name }) => `${name} joined.`),
    // A person who is cut off sees everybody go, but nobody has left.
    ...(after.connection === 'connected' ? went.map(({ name }) => `${name} left.`) : []),
    ...sharingHeard(before, after),
    ...handsHeard(before, after),
    ...(isBack ? ['Connected again.'] : []),
    ...sendingHeard('Microphone', before.microphone, after.microphone),
    ...blurHeard(before, after),
    ...sendingHeard('Camera', before.camera, after.camera),
  ]
}

/** 'On' is announced only once it is really sent. */
const sendingHeard = (name: string, before: Sending, after: Sending): string[] =>
  before === after || after === 'starting' ? [] : [`${name} ${after}.`]

/** Announced once blur has begun. If blur turned itself off, its notice says why. */
function blurHeard(before: CallState, after: CallState): string[] {
  if (before.blur !== 'on' && after.blur === 'on') return ['Blur on.']
  return before.blur === 'on' && after.blur === 'off' ? ['Blur off.'] : []
}

function sharingHeard(before: CallState, after: CallState): string[] {
  const [was, is] = [sharer(before), sharer(after)]
  if (!is || is.isSelf || was?.id === is.id) return []
  return [`${is.name} is sharing a screen.`]
}

/** The hands that went up, and the user's own either way, because nothing else confirms their press. */
function handsHeard(before: CallState, after: CallState): string[] {
  return after.people.flatMap(({ id, name, isSelf, isHandUp }) => {
    const was = before.people.find((each) => each.id === id)?.isHandUp === true
    if (was === isHandUp) return []
    if (isSelf) return [`Your hand is ${isHandUp ? 'up' : 'down'}.`]
    return isHandUp ? [`${name} raised a hand.`] : []
  })
}
