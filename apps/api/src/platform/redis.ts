import { RedisClient } from '@redis/client'
import type { Log } from './log.ts'

export type Redis = ReturnType<typeof connect>

/** `createClient` of the library makes a class of some 400 commands anew for each set of options, which takes 60 ms. */
export const createRedisClient = RedisClient.factory({})

function connect(url: string) {
  return createRedisClient({
    url,
    // Without a queue a command fails at once while Redis is away, and its caller falls back.
    disableOfflineQueue: true,
    commandOptions: { timeout: 500 },
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2000) + Math.floor(Math.random() * 100),
    },
  })
}

/**
 * Opens a client that keeps trying. Redis may be lost at any time, so neither the start nor a request waits for it;
 * each loss and each return is logged once.
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
  // The error listener above tells of a failed start; the client goes on trying by itself.
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
  /** How long it may stay silent. It is asked twice in that time. */
  silentMs?: number
  onSilence: () => void
}

/**
 * A Redis that takes commands and answers none, frozen or behind a cut network, would hold every caller: the client's own
 * deadline ends once a command is sent. So it is asked all the time, and left when it stays silent; callers then fall back.
 */
export function watchForSilence(client: Redis, { silentMs = 500, onSilence }: Watching): void {
  const askEveryMs = silentMs / 2
  // This watch is the deadline. The client's own, one for each question, costs more; options left out would keep it.
  const asked = client.withCommandOptions({ timeout: 0 })
  let askedAt = 0
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // When we ourselves were held up, the answer may lie unread: the silence counts from now.
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
