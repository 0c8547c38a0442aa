import { expect, test } from 'vitest'
import {
  deviceOf,
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
  [
    'a device still waiting for its permission reads starting',
    asking,
    seen({ connection: 'up' }),
    { shown: 'starting' },
  ],
  [
    'switching a device on in the waiting room while the call opens sets its intent',
    { ...lost, intent: false, device: 'off', track: 'none' },
    seen({ device: 'asking' }),
    { intent: true, shown: 'starting' },
  ],
  ['a press mutes a published track', sent, press(false), { command: 'mute', intent: false, shown: 'on' }],
  [
    'a muted track reads off',
    { ...sent, intent: false, command: 'mute', turn: 1 },
    seen({ track: 'muted' }),
    { intent: false, shown: 'off' },
  ],
  [
    'a press unmutes a muted track',
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
    "the coach's mute clears the intent before the track itself is seen muted",
    sent,
    { type: 'mutedByCoach' },
    { command: 'mute', intent: false, shown: 'on' },
  ],
  [
    "the coach's mute holds while another microphone is captured",
    { ...sent, track: 'silent' },
    seen({ track: 'muted' }),
    { intent: false, shown: 'off' },
  ],
  [
    'a muted microphone is not published after a reconnect',
    { ...muted, connection: 'down', isPublished: false },
    seen({ connection: 'up' }),
    { intent: false, shown: 'off' },
  ],
  [
    'an unmuted microphone is published after a reconnect',
    lost,
    seen({ connection: 'up' }),
    { command: 'publish', intent: true, shown: 'starting' },
  ],
  [
    'a published track does not read on while packets stall',
    sent,
    seen({ connection: 'stalled' }),
    { intent: true, shown: 'starting' },
  ],
  [
    'a mute while disconnected reaches the track at once',
    lost,
    press(false),
    { command: 'mute', intent: false, shown: 'off' },
  ],
  [
    'a track that LiveKit publishes again by itself is not unmuted before that',
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
    'a working microphone after a busy one is sent again',
    failed,
    seen({ device: 'working' }),
    { command: 'unmute', intent: true, shown: 'starting' },
  ],
  [
    'a working microphone after a busy one stays muted if the person muted',
    { ...failed, intent: false },
    seen({ device: 'working' }),
    { intent: false, shown: 'off' },
  ],
  [
    'a press captures a failed device again',
    failed,
    press(true),
    { command: 'capture', intent: true, shown: 'starting' },
  ],
  [
    'a missing microphone is muted and its intent is cleared',
    sent,
    seen({ device: 'missing', track: 'silent' }),
    { command: 'mute', intent: false, shown: 'off' },
  ],
  [
    'an unplugged microphone is muted until there is another',
    sent,
    seen({ device: 'asking', track: 'silent' }),
    { command: 'mute', intent: true, shown: 'starting' },
  ],
  [
    'a camera that is switched off outside the call, as by a blur that failed, stays off',
    publishing,
    seen({ device: 'off', track: 'none' }),
    { intent: false, shown: 'off' },
  ],
  ['unplugging leaves a mute alone', muted, seen({ device: 'asking' }), { intent: false, shown: 'off' }],
  [
    'a failed publication reads off and is reported',
    publishing,
    settle('failed'),
    { command: 'release', intent: false, shown: 'off', isUnsent: true },
  ],
  [
    'an unanswered publication asks for a new connection',
    publishing,
    settle('unanswered'),
    { command: 'reconnect', intent: true, shown: 'starting' },
  ],
  [
    'a publication unanswered on the new connection reads off and is reported',
    { ...publishing, hasReconnected: true },
    settle('unanswered'),
    { command: 'release', intent: false, shown: 'off', isUnsent: true },
  ],
  [
    'a camera that could not be blurred is not sent, and not reported as unsent',
    publishing,
    settle('unprepared'),
    { command: 'release', intent: false, shown: 'off' },
  ],
  [
    'a late answer to an earlier request is ignored',
    { ...publishing, turn: 2 },
    { type: 'settled', turn: 1, result: 'failed' },
    { intent: true, shown: 'starting' },
  ],
  [
    'a publication cut off by a lost connection does not count as failed',
    publishing,
    seen({ connection: 'down' }),
    { intent: true, shown: 'starting' },
  ],
  [
    'a mute during publication reads starting while sound could still go out',
    publishing,
    press(false),
    { intent: false, shown: 'starting' },
  ],
  [
    'a mute during publication reads off once the track is silent',
    { ...publishing, intent: false },
    seen({ track: 'silent' }),
    { intent: false, shown: 'off' },
  ],
  [
    'a mute during publication is sent once the track is published',
    { ...publishing, intent: false, isPublished: true, track: 'silent' },
    settle('done'),
    { command: 'mute', intent: false, shown: 'off' },
  ],
  [
    'a failed unmute reads off and is reported',
    unmuting,
    settle('failed'),
    { intent: false, shown: 'off', isUnsent: true },
  ],
  [
    'a failed unmute is not reported if the device itself has failed',
    { ...unmuting, device: 'failed' },
    settle('failed'),
    { intent: true, shown: 'off', isUnsent: false },
  ],
  [
    'an unmute that leaves the track muted clears the intent',
    unmuting,
    settle('done'),
    { intent: false, shown: 'off' },
  ],
  [
    'a mute during an unmute waits for the unmute to settle',
    unmuting,
    press(false),
    { intent: false, shown: 'starting' },
  ],
  [
    'publishing the track clears the report',
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

test("one press unmutes after the coach's mute, and one press cancels a start", () => {
  const { state } = sendingStep(sent, seen({ track: 'muted' })(sent))
  expect(intentAfterPress(state)).toBe(true)
  expect(intentAfterPress(publishing)).toBe(false)
  expect(intentAfterPress({ ...publishing, intent: false })).toBe(true)
  expect(intentAfterPress(failed)).toBe(true)
})

test('a device that was off, denied or missing at the join is not sent when it starts working', () => {
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

test('a new connection asked for by one device counts as the retry of a pending publication, not of a sent track', () => {
  const { state } = sendingStep(publishing, { type: 'reconnecting' })
  expect(state.hasReconnected).toBe(true)
  expect(sendingStep(sent, { type: 'reconnecting' }).state.hasReconnected).toBe(false)
})

test('after a press an unanswered publication may ask for a new connection once more', () => {
  const before = { ...publishing, hasReconnected: true, needsReconnect: true }
  const { state } = sendingStep(before, press(true))
  expect(state).toMatchObject({ hasReconnected: false, needsReconnect: false })
  expect(sendingStep(state, settle('unanswered')(state)).command).toBe('reconnect')
})

test('each command has a number of its own, counted from 1', () => {
  expect(idle.turn).toBe(0)
  const first = sendingStep(idle, seen({})(idle)).state
  expect([first.command, first.turn]).toEqual(['publish', 1])
  const second = sendingStep(first, settle('unanswered')(first)).state
  expect([second.command, second.turn]).toEqual(['reconnect', 2])
})

test.each([
  ['on', 'working'],
  ['asking', 'asking'],
  ['off', 'off'],
  ['missing', 'missing'],
  ['denied', 'failed'],
  ['blocked', 'failed'],
  ['busy', 'failed'],
] as const)('a device whose capture is %s counts as %s', (kind, device) => {
  expect(deviceOf(kind === 'on' ? { kind, deviceId: 'one' } : { kind })).toBe(device)
})

test('a new connection is asked for once: neither while it is under way nor after the old one is gone', () => {
  const { state } = sendingStep(publishing, settle('unanswered')(publishing))
  expect([state.command, state.needsReconnect]).toEqual(['reconnect', false])
  const waiting: SendingState = { ...idle, command: 'capture', turn: 1, needsReconnect: true }
  expect(sendingStep(waiting, seen({ connection: 'down' })(waiting)).state.needsReconnect).toBe(false)
  expect(sendingStep(waiting, seen({ connection: 'stalled' })(waiting)).state.needsReconnect).toBe(true)
})
