import { reach } from '#platform/server/api.ts'
import { createStore, useStore } from '#base/store.ts'

/** Whether notices arrive, and since when they have arrived without a gap, or have failed to. */
export interface Channel {
  state: 'up' | 'down'
  since: number
}

/** Undefined while the first stream is being opened, or while nobody is signed in. */
export const channel = createStore<Channel | undefined>(undefined)

/** About every 15 s, with jitter: all browsers notice in the same second that the channel is down. */
const pollMs = 12_000 + 6000 * Math.random()

/** The polling interval, or false: polling is only needed while the channel is down. */
export const usePollMs = (): number | false => useStore(channel)?.state === 'down' && pollMs

/** The trouble with the connection, and since when; undefined while notices arrive. */
export function useTrouble(): { kind: 'offline' | 'no-updates'; since: number } | undefined {
  const present = useStore(channel)
  const isReached = useStore(reach)
  return present?.state === 'down'
    ? { kind: isReached ? 'no-updates' : 'offline', since: present.since }
    : undefined
}
