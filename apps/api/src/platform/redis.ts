import { createClient } from '@redis/client'
import type { Log } from './log.ts'

export type Redis = ReturnType<typeof connect>

function connect(url: string) {
  return createClient({
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
  return client
}

export function closeRedis(client: Redis): void {
  if (client.isOpen) client.destroy()
}
