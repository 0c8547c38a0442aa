import type { Checked, CheckResult } from '@parley/contract/calls/calls.ts'
import { canShowH264, firstName } from '#features/stream/stream.ts'
import { troubleTexts } from '#features/calls/knock/knock-words.ts'
import type { CallPerson } from '#features/calls/room/call-state.ts'

/** The result that the coach sees for this browser. A tab that ran no check knows nothing about the network. */
export const applicationResult = (checked?: Checked): CheckResult | undefined =>
  checked?.application ?? (canShowH264() ? undefined : 'none')

/** The warning on a person's tile. Once the application is open, the coach sees for themselves whether it stutters. */
export function applicationMark({ application, isSelf }: CallPerson, isOpen: boolean): string | undefined {
  if (isSelf || application === undefined || application === 'good') return undefined
  return isOpen && application === 'weak' ? undefined : troubleTexts.application[application]
}

const list = new Intl.ListFormat('en')

/** How well the others can see it; undefined while too little is known. */
export function launchNote(others: readonly Pick<CallPerson, 'name' | 'application'>[]): string | undefined {
  const whose = (result: CheckResult) =>
    list.format(others.filter(({ application }) => application === result).map(firstName))
  const [none, weak] = [whose('none'), whose('weak')]
  if (none) return `It can't be shown to ${none}`
  if (weak) return `It may stutter for ${weak}`
  const isKnown = others.length > 0 && others.every(({ application }) => application === 'good')
  return isKnown ? 'It can be shown to everyone here' : undefined
}
