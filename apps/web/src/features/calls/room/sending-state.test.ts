import { expect, test } from 'vitest'
import {
  intentAfterPress,
  sendingAtFirst,
  sendingShown,
  sendingStep,
  type Command,
  type SendingEvent,
  type SendingFacts,
  type SendingState,
} from './sending-state.ts'

const idle: SendingState = {
  ...sendingAtFirst({ kind: 'on', deviceId: 'default' }),
  connection: 'up',
  track: 'live',
}
const sent: SendingState = { ...idle, isPublished: true }
const muted: SendingState = { ...sent, intent: false, track: 'muted' }
const lost: SendingState = { ...idle, connection: 'down' }

const press = (isOn: boolean): SendingEvent => ({ type: 'pressed', isOn })
const seen =
  (facts: Partial<SendingFacts>) =>
  ({ device, connection, track, isPublished }: SendingState): SendingEvent => ({
    type: 'seen',
    facts: { device, connection, track, isPublished, ...facts },
  })
const settle =
  (result: 'done' | 'failed' | 'unanswered' | 'unprepared' | 'skipped') =>
  ({ turn }: SendingState): SendingEvent => ({ type: 'settled', turn, result })

type Row = [
  what: string,
  from: SendingState,
  event: SendingEvent | ((state: SendingState) => SendingEvent),
  then: { command?: Command | undefined; intent?: boolean; shown: string; isUnsent?: boolean },
]

const asking: SendingState = { ...lost, device: 'asking', track: 'none' }
const publishing: SendingState = { ...idle, command: 'publish', turn: 1 }
const unmuting: SendingState = { ...muted, intent: true, command: 'unmute', turn: 1 }
const failed: SendingState = { ...sent, device: 'failed', track: 'muted' }

const rows: Row[] = [
  [
    'a device that is ready is published once connected',
    lost,
    seen({ connection: 'up' }),
    { command: 'publish', shown: 'starting' },
  ],
  ['a published track reads on', { ...publishing, isPublished: true }, settle('done'), { shown: 'on' }],
  ['a device that is still asked for is starting', asking, seen({ connection: 'up' }), { shown: 'starting' }],
  [
    'a device that is switched on in the waiting room while the call opens is wanted',
    { ...lost, intent: false, device: 'off', track: 'none' },
    seen({ device: 'asking' }),
    { intent: true, shown: 'starting' },
  ],
  ['a press mutes what is sent', sent, press(false), { command: 'mute', intent: false, shown: 'on' }],
  [
    'a muted track reads off',
    { ...sent, intent: false, command: 'mute', turn: 1 },
    seen({ track: 'muted' }),
    { intent: false, shown: 'off' },
  ],
  [
    'a press unmutes what is muted',
    muted,
    press(true),
    { command: 'unmute', intent: true, shown: 'starting' },
  ],
  [
    "the coach's mute counts as the person's own",
    sent,
    seen({ track: 'muted' }),
    { intent: false, shown: 'off' },
  ],
  [
    "the coach's mute holds while another microphone is captured",
    { ...sent, track: 'silent' },
    seen({ track: 'muted' }),
    { intent: false, shown: 'off' },
  ],
  [
    'after a loss a muted microphone is not published',
    { ...muted, connection: 'down', isPublished: false },
    seen({ connection: 'up' }),
    { intent: false, shown: 'off' },
  ],
  [
    'after a loss an unmuted one is',
    lost,
    seen({ connection: 'up' }),
    { command: 'publish', intent: true, shown: 'starting' },
  ],
  [
    'while packets stall nothing reads on',
    sent,
    seen({ connection: 'stalled' }),
    { intent: true, shown: 'starting' },
  ],
  [
    'a mute during a loss reaches the track at once',
    lost,
    press(false),
    { command: 'mute', intent: false, shown: 'off' },
  ],
  [
    'a track that LiveKit publishes again by itself is not unmuted before',
    { ...lost, track: 'muted', intent: true },
    seen({}),
    { intent: true, shown: 'starting' },
  ],
  [
    'a busy microphone is muted for the others',
    sent,
    seen({ device: 'failed', track: 'silent' }),
    { command: 'mute', intent: true, shown: 'off' },
  ],
  [
    'a working one after it is sent again',
    failed,
    seen({ device: 'working' }),
    { command: 'unmute', intent: true, shown: 'starting' },
  ],
  [
    'a working one stays muted if the person was',
    { ...failed, intent: false },
    seen({ device: 'working' }),
    { intent: false, shown: 'off' },
  ],
  [
    'a press asks again for a device that failed',
    failed,
    press(true),
    { command: 'capture', intent: true, shown: 'starting' },
  ],
  [
    'a microphone that is gone is off for good',
    sent,
    seen({ device: 'missing', track: 'silent' }),
    { command: 'mute', intent: false, shown: 'off' },
  ],
  [
    'an unplugged one is muted until there is another',
    sent,
    seen({ device: 'asking', track: 'silent' }),
    { command: 'mute', intent: true, shown: 'starting' },
  ],
  ['unplugging leaves a mute alone', muted, seen({ device: 'asking' }), { intent: false, shown: 'off' }],
  [
    'a refused publication is off and reported',
    publishing,
    settle('failed'),
    { command: 'release', intent: false, shown: 'off', isUnsent: true },
  ],
  [
    'an unanswered one gets a new connection',
    publishing,
    settle('unanswered'),
    { command: 'reconnect', intent: true, shown: 'starting' },
  ],
  [
    '… once',
    { ...publishing, hasReconnected: true },
    settle('unanswered'),
    { command: 'release', intent: false, shown: 'off', isUnsent: true },
  ],
  [
    'a picture that could not be blurred is not sent, and reported elsewhere',
    publishing,
    settle('unprepared'),
    { command: 'release', intent: false, shown: 'off' },
  ],
  [
    'a late answer of an earlier connection is ignored',
    { ...publishing, turn: 2 },
    { type: 'settled', turn: 1, result: 'failed' },
    { intent: true, shown: 'starting' },
  ],
  [
    'a publication that a loss cut off is no failure',
    publishing,
    seen({ connection: 'down' }),
    { intent: true, shown: 'starting' },
  ],
  [
    'a mute during publication reads off only if no sound can go out',
    publishing,
    press(false),
    { intent: false, shown: 'starting' },
  ],
  [
    '… as with samples held back',
    { ...publishing, intent: false },
    seen({ track: 'silent' }),
    { intent: false, shown: 'off' },
  ],
  [
    '… and then follows',
    { ...publishing, intent: false, isPublished: true, track: 'silent' },
    settle('done'),
    { command: 'mute', intent: false, shown: 'off' },
  ],
  [
    'an unmute that fails is off and reported',
    unmuting,
    settle('failed'),
    { intent: false, shown: 'off', isUnsent: true },
  ],
  [
    '… and left to the device if that says why',
    { ...unmuting, device: 'failed' },
    settle('failed'),
    { intent: true, shown: 'off', isUnsent: false },
  ],
  ['an unmute that changes nothing ends there', unmuting, settle('done'), { intent: false, shown: 'off' }],
  ['a mute during an unmute waits for it', unmuting, press(false), { intent: false, shown: 'starting' }],
  [
    'being sent takes the report away',
    { ...publishing, isUnsent: true },
    seen({ isPublished: true }),
    { shown: 'on', isUnsent: false },
  ],
]

test.each(rows)('%s', (_what, from, event, then) => {
  const { state, command } = sendingStep(from, typeof event === 'function' ? event(from) : event)
  expect({ command, intent: state.intent, shown: sendingShown(state), isUnsent: state.isUnsent }).toEqual({
    command: then.command,
    intent: then.intent ?? true,
    shown: then.shown,
    isUnsent: then.isUnsent ?? false,
  })
})

test('one press unmutes after the coach has muted, and one press takes back what is starting', () => {
  const { state } = sendingStep(sent, seen({ track: 'muted' })(sent))
  expect(intentAfterPress(state)).toBe(true)
  expect(intentAfterPress(publishing)).toBe(false)
  expect(intentAfterPress({ ...publishing, intent: false })).toBe(true)
  expect(intentAfterPress(failed)).toBe(true)
})

test('what joins switched off, denied or missing is not sent when it works later, unless somebody presses', () => {
  for (const kind of ['off', 'denied', 'missing'] as const) {
    const first = sendingAtFirst({ kind })
    expect(first.intent).toBe(false)
    const { state, command } = sendingStep(
      first,
      seen({ device: 'working', track: 'live', connection: 'up' })(first),
    )
    expect(command).toBe('release')
    expect(sendingShown(state)).toBe('off')
  }
})

test('what was on its way when the other device asked for a new connection has had its own', () => {
  const { state } = sendingStep(publishing, { type: 'reconnecting' })
  expect(state.hasReconnected).toBe(true)
  expect(sendingStep(sent, { type: 'reconnecting' }).state.hasReconnected).toBe(false)
})
