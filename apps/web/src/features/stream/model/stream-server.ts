import {
  connectStream,
  handControl,
  readStream,
  showStream,
  signalStream,
} from '@parley/contract/stream/stream.ts'
import type { Signalled, StreamOfCall } from '@parley/contract/stream/stream.ts'
import { ApiProblem, isAway, messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'

/** How the server refused a call. */
export interface StreamRefusal {
  /** No answer, or a temporary failure: the same call may succeed later. */
  isAway: boolean
  /** The rate limit was hit. */
  isOften: boolean
  message: string
}

/** The API calls. Each rejects with an error that `refusalOf` can read. */
export interface StreamServer {
  read: () => Promise<StreamOfCall>
  connect: (instance: number, signalRequest: string) => Promise<Signalled>
  signal: (instance: number) => Promise<Signalled>
  show: (instance: number | null) => Promise<StreamOfCall>
  /** Restarts an instance from the beginning. */
  startAgain: (instance: number) => Promise<StreamOfCall>
  hand: (instance: number, personId: string) => Promise<StreamOfCall>
  refusalOf: (error: unknown) => StreamRefusal
}

/** A session's application, for a signed-in user or for a client with the secret of their link. */
export function streamServer(sessionId: string, guest?: string): StreamServer {
  const byLink = guest === undefined ? {} : { guest }
  // The app sends these on its own, without a user action.
  const unasked = { background: true, ...byLink }
  return {
    read: () => request(readStream, { params: { sessionId } }, unasked),
    connect: (instance, signalRequest) =>
      request(connectStream, { body: { sessionId, instance, signalRequest } }, unasked),
    signal: (instance) => request(signalStream, { body: { sessionId, instance } }, unasked),
    show: (instance) => request(showStream, { body: { sessionId, instance } }),
    startAgain: (instance) => request(showStream, { body: { sessionId, instance, again: true } }),
    hand: (instance, person_id) => request(handControl, { body: { sessionId, instance, person_id } }),
    refusalOf,
  }
}

export const refusalOf = (error: unknown): StreamRefusal => ({
  isAway: isAway(error) || !(error instanceof ApiProblem),
  isOften: error instanceof ApiProblem && error.status === 429,
  message: messageOf(error),
})
