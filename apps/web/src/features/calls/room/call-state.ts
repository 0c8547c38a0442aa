import type { CheckResult } from '@parley/contract/calls/calls.ts'
import type { Blur } from '#features/calls/blur/blur.ts'
import type { DeviceNews } from '#features/calls/devices/device-news.ts'
import type { DeviceChoice, DeviceState } from '#features/calls/devices/device-states.ts'
import type { Sending } from './sending/sending-state.ts'

/** A picture that can be shown, from the media server or from a story. */
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
  /** They send a picture, but this browser doesn't fetch it because the call is audio only here. */
  isPictureOff: boolean
  /** A shared screen. */
  screen: Picture | undefined
  isSpeaking: boolean
  isWeak: boolean
  /** Their connection to the media server is lost, but they have not left yet. */
  isLost: boolean
  isHandUp: boolean
  /** Whether their browser can show the streamed application, by its device check; undefined if that is not known. */
  application: CheckResult | undefined
  /** How loud they are here, from 0 to 1; nobody else hears a difference. */
  volume: number
  isMutedForMe: boolean
}

export type CallConnection = 'connecting' | 'connected' | 'reconnecting' | 'left'

/** Why a call is over for this browser. */
export type CallEnd = 'left' | 'removed' | 'closed' | 'elsewhere' | 'moved' | 'refused'

/** Why a call is over. It does not reconnect on its own. */
export const endTexts: Record<CallEnd, string> = {
  left: 'This call has ended.',
  elsewhere: 'You joined on another device. This one has left.',
  moved: 'The call continues in another tab.',
  removed: 'You were removed from this call.',
  closed: 'This call has ended.',
  refused: 'This call has ended.',
}

/** Whether the user's screen can be shared: one at a time in a call, and not in every browser. */
export type Sharing = 'possible' | 'own' | 'taken' | 'unsupported'

/** The devices in use, and the others to choose from. */
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
  /** Since when the connection is lost; undefined while it is there. */
  lostSince: number | undefined
  end: CallEnd | undefined
  /** In order of arrival, the user last: nobody changes places by talking. */
  people: readonly CallPerson[]
  /** The application, if somebody else in the call relays it. */
  application: Picture | undefined
  /** Whether the user is heard and seen: the bar, their tile and the announcements all read these. */
  microphone: Sending
  camera: Sending
  /** The user is talking while muted, so that only their own browser hears it. */
  isTalkingMuted: boolean
  sharing: Sharing
  /** The browser blocks the sound until somebody presses. */
  isSoundHeld: boolean
  /** No pictures are fetched and none is sent, to spare the connection. */
  isAudioOnly: boolean
  blur: Blur
  /** The quality of the user's connection; undefined while it is not known. */
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

/** Two people simply talk; from three on, a person can raise a hand to speak. A raised hand can always be lowered. */
export const isHandOffered = (state: CallState): boolean =>
  state.people.length >= 3 || self(state)?.isHandUp === true

/** In a room, a client's identity also carries the browser. */
export const personIdOf = (identity: string): string => identity.split('.')[0] ?? identity
