import type { CallPresence } from '@parley/contract/calls/call-record.ts'

type There = CallPresence['people'][number]

/** The presence of Dana and Kwame from the sample session, for stories and tests. */
export const samplePresence = (
  { coach = {}, client = {} }: { coach?: Partial<There>; client?: Partial<There> },
  now: string,
  abilities: Partial<CallPresence['abilities']> = {},
  more: Partial<CallPresence> = {},
): CallPresence => ({
  people: [
    { id: 'coach-dana', isCoach: true, inRoom: [], waiting: [], ...coach },
    { id: 'client-kwame', isCoach: false, inRoom: [], waiting: [], ...client },
  ],
  written: [],
  scored: null,
  abilities: { noShow: true, join: true, ...abilities },
  now,
  ...more,
})

/** Messages that one person wrote within a minute. */
export const wrote = (
  by_id: string | null,
  clock: string,
  messages = 1,
  files = 0,
): CallPresence['written'][number] => ({ at: onMonday(clock), by_id, messages, files })

/** On that Monday: '14:13' in UTC is 9:13 AM in New York. */
export const onMonday = (clock: string): string => `2026-11-16T${clock}:00.000Z`
export const stretch = (from: string, until: string | null = null) => ({
  from: onMonday(from),
  until: until === null ? null : onMonday(until),
})
