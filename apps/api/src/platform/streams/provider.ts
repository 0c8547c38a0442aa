/** One run of an instance. Started again it has another epoch, and so another name. */
export interface StreamRun {
  sessionId: string
  number: number
  epoch: number
  /** Epoch milliseconds: nothing runs longer. */
  until: number
  /** Who has control at first. */
  holderId: string
}

export interface StreamViewer {
  /** One window of a person: the newest offer of one takes the place of the one before. */
  viewer: string
  personId: string
  signalRequest: string
}

export type StreamStatus = 'starting' | 'ready' | 'ended'

/** There was no place for an instance, or nobody to ask for one. Another try may find one. */
export class NoPlace extends Error {}
/** What was started is not there any more. */
export class StreamGone extends Error {}
/** The offer is none that can be answered. */
export class OfferRefused extends Error {}

export interface StreamPlaces {
  free: number
  all: number
}

/** Where the application of a call runs. A `ref` is the provider's own name of a run. */
export interface StreamProvider {
  /** Whether everybody connects for themselves, or one at a time. */
  isForMany: boolean
  /** What has not come up by then never does. */
  comesUpWithinMs: number
  /** Begins a run. Asked for again it is the same one. */
  start: (run: StreamRun) => Promise<string>
  status: (ref: string) => Promise<StreamStatus>
  /** The answer to an offer; undefined while it cannot be answered yet. */
  signal: (ref: string, viewer: StreamViewer) => Promise<string | undefined>
  /** Mouse and keyboard are this person's from now on. */
  control: (ref: string, holderId: string) => Promise<void>
  /** Everybody who looks on, by their window's name. */
  viewers: (ref: string) => Promise<readonly string[]>
  drop: (ref: string, viewer: string) => Promise<void>
  /** Ends it; what has ended already is left alone. */
  stop: (ref: string) => Promise<void>
  /** How many instances it can run, and how many more at present. */
  places: () => Promise<StreamPlaces>
}
