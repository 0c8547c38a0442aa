import type { CallPerson, CallState } from '#features/calls/room/call-state.ts'

/** Somebody in a call, for stories and tests. */
export const samplePersonIn = (name: string, more: Partial<CallPerson> = {}): CallPerson => ({
  id: name,
  name,
  isSelf: false,
  isMuted: false,
  picture: undefined,
  screen: undefined,
  isSpeaking: false,
  isWeak: false,
  isLost: false,
  ...more,
})

export const sampleCall = (more: Partial<CallState> = {}): CallState => ({
  connection: 'connected',
  end: undefined,
  people: [samplePersonIn('Tomás Aguilar'), samplePersonIn('Dana Whitfield', { isSelf: true })],
  isMicOn: true,
  isCameraOn: true,
  isSoundHeld: false,
  quality: 'good',
  ...more,
})
