import type { Audience } from './audiences.ts'
import type { EventSink } from './event-stream.ts'

/** A browser that listens: a signed-in person's, or anybody's whom something lets listen. */
export interface Listener extends EventSink {
  /** What lets it listen: a sign-in. The stream ends with it. */
  grant: Audience
  hears: readonly Audience[]
}

/** A listener with what the channel knows of it. */
export interface Heard extends Listener {
  /** When its grant is to be looked at again, by the product's clock. */
  until: number
  /** The last message that it was sent, so that one with several audiences reaches it once. */
  lastMessage: number
}

const nobody: ReadonlySet<Heard> = new Set()

export type Listeners = ReturnType<typeof openListeners>

/** Everybody who listens on this process, found by audience: a notice costs what it reaches, not who is there. */
export function openListeners() {
  const all = new Set<Heard>()
  const byAudience = new Map<string, Set<Heard>>()
  const keysOf = ({ grant, hears }: Heard) => [grant, ...hears]
  return {
    all: all as ReadonlySet<Heard>,
    of: (audience: string): ReadonlySet<Heard> => byAudience.get(audience) ?? nobody,
    add(listener: Listener): Heard {
      const heard = { ...listener, until: -Infinity, lastMessage: 0 }
      all.add(heard)
      for (const key of keysOf(heard)) {
        const there = byAudience.get(key)
        if (there) there.add(heard)
        else byAudience.set(key, new Set([heard]))
      }
      return heard
    },
    remove(heard: Heard): void {
      if (!all.delete(heard)) return
      for (const key of keysOf(heard)) {
        const there = byAudience.get(key)
        there?.delete(heard)
        if (there?.size === 0) byAudience.delete(key)
      }
    },
  }
}
