import { RedisClient } from '@redis/client'
import type { Log } from './log.ts'

export type Redis = ReturnType<typeof connect>

/** The library's `createClient` builds a class of some 400 commands for each set of options, which takes 60 ms. */
export const createRedisClient = RedisClient.factory({})

function connect(url: string) {
  return createRedisClient({
    url,
    // Without an offline queue a command fails at once while Redis is away, and its caller falls back.
    disableOfflineQueue: true,
    commandOptions: { timeout: 500 },
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2000) + Math.floor(Math.random() * 100),
    },
  })
}

/**
 * Opens a client that keeps reconnecting. Redis may be lost at any time, so neither the start nor a request waits for it.
 * Each loss and each return is logged once.
 */
export function openRedis(url: string, log: Log): Redis {
  const client = connect(url)
  let isAway = false
  client.on('error', (error: Error) => {
    if (!isAway)
      log.warn({ reason: error.message || error.name }, 'redis is away: limits and live updates fall back')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('redis is back')
    isAway = false
  })
  // The error listener above logs a failed start; the client keeps retrying.
  client.connect().catch(() => {})
  watchForSilence(client, {
    onSilence: () => {
      if (!isAway) log.warn('redis does not answer: limits and live updates fall back')
      isAway = true
    },
  })
  return client
}

interface Watching {
  /** How long it may stay silent. It is pinged twice in that time. */
  silentMs?: number
  onSilence: () => void
}

/**
 * A Redis that accepts commands but answers none, frozen or behind a cut network, would block every caller: the client's own
 * timeout ends once a command is sent. So it is pinged all the time, and reconnected when silent; callers then fall back.
 */
export function watchForSilence(client: Redis, { silentMs = 500, onSilence }: Watching): void {
  const askEveryMs = silentMs / 2
  // This watch is the deadline; the client's own timer for each ping costs more. Without the option it would stay.
  const asked = client.withCommandOptions({ timeout: 0 })
  let askedAt = 0
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // If this process was blocked, the answer may lie unread: count the silence from now.
    if (now - lookedAt > 2 * askEveryMs && askedAt) askedAt = now
    lookedAt = now
    if (askedAt && now - askedAt > silentMs) {
      askedAt = 0
      onSilence()
      client.destroy()
      client.connect().catch(() => {})
    }
    if (askedAt || !client.isReady) return
    askedAt = now
    const settled = () => void (askedAt = 0)
    asked.ping().then(settled, settled)
  }, askEveryMs)
  timer.unref()
  watches.set(client, timer)
}

const watches = new WeakMap<Redis, NodeJS.Timeout>()

export function closeRedis(client: Redis): void {
  clearInterval(watches.get(client))
  if (client.isOpen) client.destroy()
}
