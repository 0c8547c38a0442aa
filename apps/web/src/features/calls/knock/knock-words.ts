import type { Checked, WaitingGuest } from '@parley/contract/calls/calls.ts'

export interface CheckFact {
  isGood: boolean
  text: string
}

const goodTexts: Record<keyof Checked, string> = {
  camera: 'Camera',
  microphone: 'Microphone',
  connection: 'Connection',
  application: 'Parley',
}
export const troubleTexts: Record<keyof Checked, Record<'weak' | 'none', string>> = {
  camera: { weak: 'Camera', none: 'No camera' },
  microphone: { weak: 'Nothing heard', none: 'No microphone' },
  connection: { weak: 'Weak connection', none: 'No connection' },
  application: { weak: 'Parley may stutter', none: "Can't show Parley" },
}
const order = ['camera', 'microphone', 'connection', 'application'] as const

/** The results of the client's device check, in the words of the coach's card. */
export const checkFacts = (checked: Checked | null): CheckFact[] =>
  order.flatMap((what) => {
    const result = checked?.[what]
    if (result === undefined) return []
    const isGood = result === 'good'
    return [{ isGood, text: isGood ? goodTexts[what] : troubleTexts[what][result] }]
  })

/** The title of the card of a person at the door. */
export function knockTitle({ name, state }: WaitingGuest): string {
  if (state === 'waiting') return `${name} is waiting`
  if (state === 'admitted') return `${name} has come in`
  return state === 'removed' ? `${name} was removed from the call` : `${name} was turned away`
}

/** Whether the person triggers sound and signs: they wait for an answer, or came in unasked a moment ago. */
export const isCalling = ({ state, is_promised }: WaitingGuest): boolean =>
  (state === 'waiting' && !is_promised) || state === 'admitted'

/** Whether the coach turned the person away or removed them: nobody has to answer them. */
export const isShutOut = ({ state }: WaitingGuest): boolean => state === 'turned_away' || state === 'removed'
