import type { DeviceState } from '#features/calls/devices/device-states.ts'

/** The state of the microphone or the camera that the bar, the own tile and the announcements show. */
export type Sending = 'on' | 'starting' | 'off'

type Device = 'working' | 'asking' | 'off' | 'missing' | 'failed'

/** The facts about one device of one person that can be seen from outside. */
export interface SendingFacts {
  device: Device
  /** `stalled`: the media server still lists us, but no packet has come for a while. */
  connection: 'up' | 'stalled' | 'down'
  /** `silent`: not muted, but nothing goes out: the capture has ended, or is held back while it is being published. */
  track: 'none' | 'muted' | 'silent' | 'live'
  isPublished: boolean
}

/** `release`: release the device, so that its light goes out. */
export type Command = 'capture' | 'release' | 'publish' | 'mute' | 'unmute' | 'reconnect'

/** `skipped`: not tried, because something changed meanwhile. `unprepared`: blur failed, which is reported elsewhere. */
export type CommandResult = 'done' | 'skipped' | 'failed' | 'unanswered' | 'unprepared'

export interface SendingState extends SendingFacts {
  /**
   * Mute intent. A press changes it, and so does switching the device on in the check. The coach's mute, unplugging the
   * last device and a failure that is reported clear it; nothing else does.
   */
  intent: boolean
  /** The command that runs now. One at a time. */
  command: Command | undefined
  /** Number of the latest command: a late answer to an earlier one is ignored. */
  turn: number
  needsCapture: boolean
  needsReconnect: boolean
  /** At most one new connection for each device, until it was sent or the person presses again. */
  hasReconnected: boolean
  /** It could not be sent, and the person is told. */
  isUnsent: boolean
}

export type SendingEvent =
  | { type: 'pressed'; isOn: boolean }
  | { type: 'seen'; facts: SendingFacts }
  | { type: 'settled'; turn: number; result: CommandResult }
  | { type: 'mutedByCoach' }
  /** The other device replaces this connection. */
  | { type: 'reconnecting' }

export interface SendingStep {
  state: SendingState
  /** To be run now. */
  command?: Command
}

/** A device that the browser is still asking for counts as wanted: the person joined without waiting for the prompt. */
export const sendingAtFirst = (device: DeviceState): SendingState => ({
  intent: device.kind === 'on' || device.kind === 'asking',
  device: deviceOf(device),
  connection: 'down',
  track: 'none',
  isPublished: false,
  command: undefined,
  turn: 0,
  needsCapture: false,
  needsReconnect: false,
  hasReconnected: false,
  isUnsent: false,
})

export function deviceOf({ kind }: DeviceState): Device {
  if (kind === 'on') return 'working'
  return kind === 'asking' || kind === 'off' || kind === 'missing' ? kind : 'failed'
}

/** Whether this device should be sent. */
export const isWanted = ({ intent, device }: SendingState): boolean => intent && device === 'working'

const isSent = ({ isPublished, track }: SendingFacts): boolean => isPublished && track === 'live'
const isOpen = (track: SendingFacts['track']): boolean => track === 'live' || track === 'silent'

/** 'on' only while it is sent, 'off' only while nothing is sent and nothing is about to be. */
export function sendingShown(state: SendingState): Sending {
  if (isSent(state)) return state.connection === 'up' ? 'on' : 'starting'
  const isAboutToBeSent =
    state.command === 'unmute' || (state.command === 'publish' && state.track === 'live')
  const isStarting = state.intent && (state.device === 'working' || state.device === 'asking')
  const isCapturing = state.intent && (state.needsCapture || state.command === 'capture')
  return isAboutToBeSent || isStarting || isCapturing ? 'starting' : 'off'
}

/** A press turns on what reads 'off'; else it takes back what the person asked for last. */
export const intentAfterPress = (state: SendingState): boolean =>
  sendingShown(state) === 'off' ? true : !state.intent

/** The one place that decides what is sent: what has happened, and what to do next. */
export function sendingStep(before: SendingState, event: SendingEvent): SendingStep {
  const state = reduce(before, event)
  const command = nextCommand(state)
  if (!command) return { state }
  return { state: { ...state, ...starting(command), command, turn: state.turn + 1 }, command }
}

const starting = (command: Command): Partial<SendingState> => {
  if (command === 'capture') return { needsCapture: false }
  return command === 'reconnect' ? { needsReconnect: false } : {}
}

function reduce(state: SendingState, event: SendingEvent): SendingState {
  if (event.type === 'pressed') return pressed(state, event.isOn)
  if (event.type === 'seen') return seen(state, event.facts)
  if (event.type === 'mutedByCoach') return { ...state, intent: false }
  // A publication that was in progress also counts this as its new connection.
  if (event.type === 'reconnecting')
    return { ...state, hasReconnected: state.hasReconnected || state.command === 'publish' }
  if (event.turn !== state.turn || state.command === undefined) return state
  return settled({ ...state, command: undefined }, state.command, event.result)
}

const pressed = (state: SendingState, isOn: boolean): SendingState => ({
  ...state,
  intent: isOn,
  // Switched off, or failed: ask the browser again.
  needsCapture: isOn && state.device !== 'working' && state.device !== 'asking',
  needsReconnect: false,
  hasReconnected: false,
  isUnsent: false,
})

function seen(state: SendingState, facts: SendingFacts): SendingState {
  // LiveKit itself mutes a track that it can't keep sending.
  const isMutedByOthers = isOpen(state.track) && facts.track === 'muted' && state.command !== 'mute'
  // Plugging in a headset to listen must not make anybody heard. A device is also switched off outside the call: in the check
  // while the call opens, and by a blur that failed.
  const isGone = state.device !== facts.device && (facts.device === 'missing' || facts.device === 'off')
  const isLost = facts.connection === 'down' && state.connection !== 'down'
  // Only a person turns on what is off. In the check or the waiting room they may do so while the call opens.
  const isSwitchedOn = state.device === 'off' && state.command !== 'capture' && facts.device === 'asking'
  const intent = (state.intent || isSwitchedOn) && !isMutedByOthers && !isGone
  const next = { ...state, ...facts, intent }
  return {
    ...next,
    // A publication that was on its way when the connection was lost is made again on the next one.
    command: isLost && state.command === 'publish' ? undefined : state.command,
    needsReconnect: state.needsReconnect && !isLost,
    hasReconnected: state.hasReconnected && !isSent(next),
    isUnsent: state.isUnsent && !isSent(next),
  }
}

function settled(state: SendingState, command: Command, result: CommandResult): SendingState {
  if (result === 'unprepared') return { ...state, intent: false }
  if (result === 'unanswered' && !state.hasReconnected)
    return state.intent ? { ...state, needsReconnect: true, hasReconnected: true } : state
  if (result === 'failed' || result === 'unanswered') return failed(state)
  if (result === 'skipped') return state
  // The command is done, but in the same moment the coach muted the track, or the server took it back.
  if (command === 'unmute' && state.track === 'muted') return { ...state, intent: false }
  return command === 'publish' && !state.isPublished ? failed(state) : state
}

/** Only a working device counts as unsent: one that failed says so itself, and is sent again once it works. */
const failed = (state: SendingState): SendingState =>
  isWanted(state) ? { ...state, intent: false, isUnsent: true } : state

function nextCommand(state: SendingState): Command | undefined {
  const { command, track, isPublished, connection } = state
  if (command) return undefined
  // Without a connection, LiveKit may be about to publish the track again: if it is muted, it is published muted.
  if (!isWanted(state) && isOpen(track) && (isPublished || connection === 'down')) return 'mute'
  if (!state.intent && state.device === 'working' && isOpen(track)) return 'release'
  if (state.needsCapture) return 'capture'
  if (state.needsReconnect) return 'reconnect'
  if (!isWanted(state)) return undefined
  // A track that LiveKit publishes again after a loss keeps its state until it is published.
  if (track === 'muted') return isPublished || connection !== 'down' ? 'unmute' : undefined
  return isOpen(track) && !isPublished && connection !== 'down' ? 'publish' : undefined
}
