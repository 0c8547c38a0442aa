import { others, sharer, type CallState } from '#features/calls/room/call-state.ts'
import type { Sending } from '#features/calls/room/sending-state.ts'

/** What of a change is said to whoever listens, in whole sentences. */
export function changesHeard(before: CallState, after: CallState): string[] {
  const [were, are] = [others(before), others(after)]
  const came = are.filter(({ id }) => !were.some((each) => each.id === id))
  const went = were.filter(({ id }) => !are.some((each) => each.id === id))
  const isBack = before.connection === 'reconnecting' && after.connection === 'connected'
  return [
    ...came.map(({ name }) => `${name} joined.`),
    // Whoever is cut off sees everybody go; they have not.
    ...(after.connection === 'connected' ? went.map(({ name }) => `${name} left.`) : []),
    ...sharingHeard(before, after),
    ...handsHeard(before, after),
    ...(isBack ? ['Connected again.'] : []),
    ...sendingHeard('Microphone', before.microphone, after.microphone),
    ...blurHeard(before, after),
    ...sendingHeard('Camera', before.camera, after.camera),
  ]
}

/** 'On' once it is really sent. */
const sendingHeard = (name: string, before: Sending, after: Sending): string[] =>
  before === after || after === 'starting' ? [] : [`${name} ${after}.`]

/** Once it has begun. Why it went off by itself is said by its notice. */
function blurHeard(before: CallState, after: CallState): string[] {
  if (before.blur !== 'on' && after.blur === 'on') return ['Blur on.']
  return before.blur === 'on' && after.blur === 'off' ? ['Blur off.'] : []
}

function sharingHeard(before: CallState, after: CallState): string[] {
  const [was, is] = [sharer(before), sharer(after)]
  if (!is || is.isSelf || was?.id === is.id) return []
  return [`${is.name} is sharing a screen.`]
}

/** Whose hand went up; the own one either way, for one's own press has no other answer. */
function handsHeard(before: CallState, after: CallState): string[] {
  return after.people.flatMap(({ id, name, isSelf, isHandUp }) => {
    const was = before.people.find((each) => each.id === id)?.isHandUp === true
    if (was === isHandUp) return []
    if (isSelf) return [`Your hand is ${isHandUp ? 'up' : 'down'}.`]
    return isHandUp ? [`${name} raised a hand.`] : []
  })
}
