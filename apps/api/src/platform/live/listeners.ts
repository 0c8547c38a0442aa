import type { Audience } from './audiences.ts'
import type { EventSink } from './event-stream.ts'

/** A connected browser: of a signed-in person, or of anybody whose grant allows listening. */
export interface Listener extends EventSink {
  /** The grant that allows listening: a sign-in. The stream ends with it. */
  grant: Audience
  hears: readonly Audience[]
}

/** A listener with the channel's own state. */
export interface LiveListener extends Listener {
  /** When to check its grant again, on the product's clock. */
  until: number
  /** The last message sent to it, so that one with several audiences reaches it once. */
  lastMessage: number
}

const nobody: ReadonlySet<LiveListener> = new Set()

export type Listeners = ReturnType<typeof openListeners>

/** The listeners of this process by audience, so that a notice costs only as much as the listeners it reaches. */
export function openListeners() {
  const all = new Set<LiveListener>()
  const byAudience = new Map<string, Set<LiveListener>>()
  const keysOf = ({ grant, hears }: LiveListener) => [grant, ...hears]
  return {
    all: all as ReadonlySet<LiveListener>,
    of: (audience: string): ReadonlySet<LiveListener> => byAudience.get(audience) ?? nobody,
    add(listener: Listener): LiveListener {
      const heard = { ...listener, until: -Infinity, lastMessage: 0 }
      all.add(heard)
      for (const key of keysOf(heard)) {
        const there = byAudience.get(key)
        if (there) there.add(heard)
        else byAudience.set(key, new Set([heard]))
      }
      return heard
    },
    remove(heard: LiveListener): void {
      if (!all.delete(heard)) return
      for (const key of keysOf(heard)) {
        const there = byAudience.get(key)
        there?.delete(heard)
        if (there?.size === 0) byAudience.delete(key)
      }
    },
  }
}
