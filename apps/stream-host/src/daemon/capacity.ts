import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import { hostKeys } from '@parley/contract/stream/stream-host.ts'
import type { Settings } from './settings.ts'

export const beatMs = 2000
const goneAfterMs = 6000

interface Room {
  used: number
  isDraining: boolean
}

/** Reports every other second how much room this host has. Without further reports the entry soon expires. */
export function openCapacity({ id, url, slots, redisUrl }: Settings, log: Logger) {
  const redis = createClient({ url: redisUrl, disableOfflineQueue: true })
  redis.on('error', () => {})
  redis.connect().catch(() => {})
  return {
    async tell({ used, isDraining }: Room): Promise<void> {
      try {
        const free = isDraining ? 0 : slots - used
        await redis
          .multi()
          .hSet(hostKeys.host(id), { url, slots, used, isDraining: isDraining ? 1 : 0 })
          .pExpire(hostKeys.host(id), goneAfterMs)
          .zAdd(hostKeys.free, { value: id, score: free })
          .exec()
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'redis is away: nobody new comes',
        )
      }
    },
    /** Accepts nothing new. Running instances continue, and are found again if another daemon starts soon. */
    async leave(): Promise<void> {
      await redis.zRem(hostKeys.free, id).catch(() => {})
      if (redis.isOpen) redis.destroy()
    },
  }
}
