import type { CallEnd } from './call-state.ts'

/** Why a call is over. It does not reconnect on its own. */
export const endTexts: Record<CallEnd, string> = {
  left: 'This call has ended.',
  elsewhere: 'You joined on another device. This one has left.',
  moved: 'The call continues in another tab.',
  removed: 'You were removed from this call.',
  closed: 'This call has ended.',
  refused: 'This call has ended.',
}
