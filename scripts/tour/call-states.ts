import type { TourState } from './tour-screen.ts'

/** The states of a call that the tour shows, in the order in which each person meets them. */
export const callStates: readonly TourState[] = [
  {
    id: 'coach-knock',
    person: 'coach',
    name: 'Somebody is waiting',
    text: 'The client has knocked, with the result of their device check. Nobody enters before the coach admits them.',
    isAlwaysDark: true,
  },
  {
    id: 'coach-call',
    person: 'coach',
    name: 'A call of two',
    text: 'The client is large, the coach small, and the controls are at the lower edge.',
    isAlwaysDark: true,
  },
  {
    id: 'coach-scoring',
    person: 'coach',
    name: 'Scoring during the call',
    text: 'A coach with the right to score answers by key, and each answer is saved at once.',
    isAlwaysDark: true,
  },
  {
    id: 'coach-chat',
    person: 'coach',
    name: 'The chat of a call',
    text: 'Everybody in the call can write and send files. The messages stay with the session.',
    isAlwaysDark: true,
  },
  {
    id: 'client-check',
    person: 'client',
    name: 'Device check of a client',
    text: 'Clients check camera, microphone and network in the same way.',
  },
  {
    id: 'client-waiting',
    person: 'client',
    name: 'Waiting room',
    text: 'The client reads what the coach knows, and since when.',
  },
  {
    id: 'client-call',
    person: 'client',
    name: 'The call of a client',
    text: 'The same call from the other side, without the acts that only a coach has.',
    isAlwaysDark: true,
  },
  {
    id: 'client-lost',
    person: 'client',
    name: 'Connection lost',
    text: 'The call says that the connection dropped and reconnects by itself.',
    isAlwaysDark: true,
  },
  {
    id: 'client-ended',
    person: 'client',
    name: 'The end for a client',
    text: 'After leaving, the client can come back while the call is open, and reads whom to ask.',
  },
]
