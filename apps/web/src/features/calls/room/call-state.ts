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
  /** A shared screen. */
  screen: Picture | undefined
  isSpeaking: boolean
  isWeak: boolean
  /** The connection to the media server is lost; the stay is not over yet. */
  isLost: boolean
}

export type CallConnection = 'connecting' | 'connected' | 'reconnecting' | 'left'

/** Why a call is over for this browser. */
export type CallEnd = 'left' | 'removed' | 'closed' | 'elsewhere' | 'refused'

/** The whole call, as its views see it. */
export interface CallState {
  connection: CallConnection
  end: CallEnd | undefined
  /** By their coming, oneself last: nobody changes places by talking. */
  people: readonly CallPerson[]
  isMicOn: boolean
  isCameraOn: boolean
  /** The browser holds back the sound until somebody presses. */
  isSoundHeld: boolean
  /** How good the own connection is; undefined while nobody knows. */
  quality: 'good' | 'usable' | 'weak' | undefined
}

export const self = ({ people }: CallState): CallPerson | undefined => people.find(({ isSelf }) => isSelf)
export const others = ({ people }: CallState): CallPerson[] => people.filter(({ isSelf }) => !isSelf)
