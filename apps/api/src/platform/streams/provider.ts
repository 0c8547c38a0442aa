/** One run of an instance. Restarting it gives it a new epoch, and so a new name. */
export interface StreamRun {
  sessionId: string
  number: number
  epoch: number
  /** The end of the run, in epoch milliseconds. */
  until: number
  /** The person who has control at first. */
  holderId: string
}

export interface StreamViewer {
  /** One window of a person. Its newest offer replaces the one before. */
  viewer: string
  personId: string
  signalRequest: string
}

export type StreamStatus = 'starting' | 'ready' | 'ended'

/** No place for an instance, or nobody to ask for one. A retry may find one. */
export class NoPlace extends Error {}
/** The run no longer exists. */
export class StreamGone extends Error {}
/** The offer is invalid. */
export class OfferRefused extends Error {}

export interface StreamPlaces {
  free: number
  all: number
}

/** Runs the application of a call. A `ref` is the provider's own name of a run. */
export interface StreamProvider {
  /** Whether every browser connects at once, or only one at a time. */
  isForMany: boolean
  /** A run that is not up by then never will be. */
  comesUpWithinMs: number
  /** Starts a run. Idempotent: a retry returns the same run. */
  start: (run: StreamRun) => Promise<string>
  status: (ref: string) => Promise<StreamStatus>
  /** The answer to an offer; undefined while it cannot be answered yet. */
  signal: (ref: string, viewer: StreamViewer) => Promise<string | undefined>
  /** Gives mouse and keyboard to this person. */
  control: (ref: string, holderId: string) => Promise<void>
  /** The viewers of a run, by the names of their windows. */
  viewers: (ref: string) => Promise<readonly string[]>
  drop: (ref: string, viewer: string) => Promise<void>
  /** Ends a run. Does nothing if it has already ended. */
  stop: (ref: string) => Promise<void>
  /** How many instances it can run in all, and how many more now. */
  places: () => Promise<StreamPlaces>
}
