import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { Redis } from '#platform/redis.ts'
import { openGameLift } from './gamelift.ts'
import { openOwnHosts } from './own-hosts.ts'
import type { StreamProvider } from './provider.ts'

/** Undefined where no application is set up: then no call offers one. */
export type Streams = StreamProvider | undefined

interface Given {
  config: Pick<Config, 'streams' | 'gameLift'>
  redis: Redis
  log: Log
  clock: () => number
}

/** Where applications run: at Amazon where that is set up, else on hosts of our own. */
export function openStreams({ config, redis, log, clock }: Given): Streams {
  return (
    openGameLift({ config, redis, log, clock }) ??
    (config.streams && openOwnHosts({ redis, log, ...config.streams }))
  )
}
