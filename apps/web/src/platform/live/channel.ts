import { reach } from '#platform/server/reach.ts'
import { createStore, useStore } from '#base/store.ts'

/** Whether notices come in, and since when without a gap, or since when not. */
export interface Channel {
  state: 'up' | 'down'
  since: number
}

/** Nothing while the first stream is being opened, or nobody is signed in. */
export const channel = createStore<Channel | undefined>(undefined)

/** About every 15 s, and each browser at a pace of its own: all hear in the same second that the channel is down. */
const pollMs = 12_000 + 6000 * Math.random()

/** How often to ask again: never while notices come in. */
export const usePollMs = (): number | false => useStore(channel)?.state === 'down' && pollMs

/** What is wrong with the connection, and since when; nothing while notices come in. */
export function useTrouble(): { kind: 'offline' | 'no-updates'; since: number } | undefined {
  const present = useStore(channel)
  const isReached = useStore(reach)
  return present?.state === 'down'
    ? { kind: isReached ? 'no-updates' : 'offline', since: present.since }
    : undefined
}
