import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import { coveredBy, lengthOf, overlapOf, type Span } from '@parley/contract/rules/calls/presence.ts'

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

/** When the coach and anybody else were in the call at the same time. Two participants at once count once. */
export function togetherIn({ people, now }: CallPresence): Span[] {
  const within = { from: -Infinity, until: Infinity }
  const [coach = [], others = []] = [true, false].map((isCoach) => {
    const stays = people
      .filter((person) => person.isCoach === isCoach)
      .flatMap(({ id: personId, inRoom }) => spansOf(inRoom, now).map((span) => ({ personId, ...span })))
    return coveredBy(stays, within, Date.parse(now))
  })
  return overlapOf(coach, others)
}

export interface Figure {
  value: string
  label: string
}

/** A call in numbers, for its completion page. Moments and criteria only if the server counts them for the viewer. */
export function figuresOf(presence: CallPresence): Figure[] {
  const { written, scored } = presence
  const messages = written.reduce((sum, each) => sum + each.messages, 0)
  const files = written.reduce((sum, each) => sum + each.files, 0)
  return [
    { value: minutesText(togetherIn(presence)), label: 'together' },
    counted(messages, 'message'),
    counted(files, 'file'),
    ...(scored
      ? [
          counted(scored.moments, 'moment'),
          {
            value: scored.criteria > 0 ? `${scored.answered} of ${scored.criteria}` : String(scored.answered),
            label: 'criteria scored',
          },
        ]
      : []),
  ]
}

const counted = (count: number, one: string): Figure => ({
  value: count.toLocaleString('en-US'),
  label: count === 1 ? one : `${one}s`,
})

/** The sentence about the client for the coach who leaves. */
export function clientText(name: string, client: PersonThere, now: string): string {
  if (isInRoom(client)) return `${name} is in the call now.`
  if (isWaiting(client, now)) return `${name} is in the waiting room now.`
  if (client.inRoom.length > 0) return `${name} was here and has left.`
  return client.waiting.length > 0 ? `${name} waited and has left.` : `${name} has not joined.`
}
