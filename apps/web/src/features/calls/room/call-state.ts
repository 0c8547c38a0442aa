import type { CheckResult } from '@parley/contract/calls.ts'
import type { DeviceNews } from '#features/calls/devices/device-news.ts'
import type { DeviceChoice, DeviceState } from '#features/calls/devices/device-states.ts'
import type { Sending } from './sending-state.ts'

/** Something with a picture that can be shown: of the media server's, or of a story's. */
export interface Picture {
  attach: (element: HTMLVideoElement) => void
  detach: (element: HTMLVideoElement) => void
}

/** Somebody in the call, as plain values. */
export interface CallPerson {
  id: string
  name: string
  isSelf: boolean
  isMuted: boolean
  /** Undefined while the camera is off. */
  picture: Picture | undefined
  /** They send a picture that is not fetched: the call is audio only here. */
  isPictureOff: boolean
  /** A shared screen. */
  screen: Picture | undefined
  isSpeaking: boolean
  isWeak: boolean
  /** The connection to the media server is lost; the stay is not over yet. */
  isLost: boolean
  isHandUp: boolean
  /** Whether the streamed application can be shown there, by their own device check; undefined where that is not known. */
  application: CheckResult | undefined
  /** How loud they are here, from 0 to 1; nobody else hears a difference. */
  volume: number
  isMutedForMe: boolean
}

export type CallConnection = 'connecting' | 'connected' | 'reconnecting' | 'left'

/** Why a call is over for this browser. */
export type CallEnd = 'left' | 'removed' | 'closed' | 'elsewhere' | 'moved' | 'refused'

/** Whether one's screen can be shared: one at a time in a call, and not in every browser. */
export type Sharing = 'possible' | 'own' | 'taken' | 'unsupported'

/** Whether one's background is blurred: not in every browser, and not at once. */
export type Blur = 'off' | 'starting' | 'on' | 'unsupported'

/** What one sends and hears with, and what else there is to choose from. */
export interface CallDevices {
  camera: DeviceState
  microphone: DeviceState
  cameras: readonly DeviceChoice[]
  microphones: readonly DeviceChoice[]
  /** Undefined where the browser does not let a page choose. */
  speakers: readonly DeviceChoice[] | undefined
  speaker: string
  isNoiseSuppressed: boolean
}

/** The whole call, as its views see it. */
export interface CallState {
  connection: CallConnection
  /** Since when, while the connection is not there. */
  lostSince: number | undefined
  end: CallEnd | undefined
  /** By their coming, oneself last: nobody changes places by talking. */
  people: readonly CallPerson[]
  /** The application, where somebody else in the call passes it on. */
  application: Picture | undefined
  /** Whether one is heard and seen: the bar, the own tile and what is announced all read these. */
  microphone: Sending
  camera: Sending
  /** Muted, and heard by one's own browser all the same. */
  isTalkingMuted: boolean
  sharing: Sharing
  /** The browser holds back the sound until somebody presses. */
  isSoundHeld: boolean
  /** No pictures are fetched and none is sent, to spare the connection. */
  isAudioOnly: boolean
  blur: Blur
  /** How good the own connection is; undefined while nobody knows. */
  quality: 'good' | 'usable' | 'weak' | undefined
  devices: CallDevices
  news: DeviceNews | undefined
}

interface People<P> {
  people: readonly P[]
}
type Own = Pick<CallPerson, 'isSelf'>

export const self = <P extends Own>({ people }: People<P>): P | undefined =>
  people.find(({ isSelf }) => isSelf)
export const others = <P extends Own>({ people }: People<P>): P[] => people.filter(({ isSelf }) => !isSelf)
export const sharer = ({ people }: CallState): CallPerson | undefined =>
  people.find(({ screen }) => screen !== undefined)

/** Two people simply talk; from three on a hand says that one would like to. One that is up can always be lowered. */
export const isHandOffered = (state: CallState): boolean =>
  state.people.length >= 3 || self(state)?.isHandUp === true
