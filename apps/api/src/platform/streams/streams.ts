import type { Config } from '#platform/process/config.ts'
import type { Log } from '#platform/process/log.ts'
import type { Redis } from '#platform/process/redis.ts'
import { openGameLift } from './gamelift.ts'
import { openOwnHosts } from './own-hosts.ts'
import type { StreamProvider } from './provider.ts'

/** Undefined if no application is configured: then no call offers one. */
export type Streams = StreamProvider | undefined

interface StreamsDeps {
  config: Pick<Config, 'streams' | 'gameLift'>
  redis: Redis
  log: Log
  clock: () => number
}

/** Runs applications at Amazon if that is configured, else on our own hosts. */
export function openStreams({ config, redis, log, clock }: StreamsDeps): Streams {
  return (
    openGameLift({ config, redis, log, clock }) ??
    (config.streams && openOwnHosts({ redis, log, ...config.streams }))
  )
}
