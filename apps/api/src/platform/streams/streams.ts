import type { Config } from '#platform/config.ts'
import type { Redis } from '#platform/redis.ts'
import { openOwnHosts } from './own-hosts.ts'
import type { StreamProvider } from './provider.ts'

/** Undefined where no application is set up: then no call offers one. */
export type Streams = StreamProvider | undefined

export function openStreams({ config, redis }: { config: Pick<Config, 'streams'>; redis: Redis }): Streams {
  return config.streams && openOwnHosts({ redis, ...config.streams })
}
