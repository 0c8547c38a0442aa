import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import { lengthOf, type Span } from '@parley/contract/rules/calls/presence.ts'

type PersonThere = CallPresence['people'][number]

/** Stretches as spans. One that is still open ends at the time of the server's answer. */
export const spansOf = (stretches: PersonThere['inRoom'], now: string): Span[] =>
  stretches.map(({ from, until }) => ({ from: Date.parse(from), until: Date.parse(until ?? now) }))

/** A person's part of the record; empty if nothing is known of them. */
export const personIn = ({ people }: CallPresence, id: string): PersonThere =>
  people.find((person) => person.id === id) ?? { id, isCoach: false, inRoom: [], waiting: [] }

const isInRoom = ({ inRoom }: PersonThere): boolean => inRoom.some(({ until }) => until === null)

/** The waiting room sends a heartbeat every few seconds: a client who was seen this recently is still there. */
const waitingMs = 15_000

const isWaiting = ({ waiting }: PersonThere, now: string): boolean =>
  waiting.some(({ until }) => until === null || Date.parse(now) - Date.parse(until) < waitingMs)

/** '7 min'. Less than a minute is told apart from nothing. */
export function minutesText(spans: readonly Span[]): string {
  const ms = lengthOf(spans)
  return ms > 0 && ms < 60_000 ? 'under 1 min' : `${Math.floor(ms / 60_000)} min`
}

/** The sentence about the client for the coach who leaves. */
export function clientText(name: string, client: PersonThere, now: string): string {
  if (isInRoom(client)) return `${name} is in the call now.`
  if (isWaiting(client, now)) return `${name} is in the waiting room now.`
  if (client.inRoom.length > 0) return `${name} was here and has left.`
  return client.waiting.length > 0 ? `${name} waited and has left.` : `${name} has not joined.`
}
