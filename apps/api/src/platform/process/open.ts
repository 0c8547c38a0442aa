import type { Config } from './config.ts'
import { openContent } from '#platform/content/content.ts'
import type { Platform } from './context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openFiles } from '#platform/files/files.ts'
import { openLimits } from '#platform/identity/limits.ts'
import { openLive } from '#platform/live/live.ts'
import type { Grants } from '#platform/live/watch.ts'
import { openLog, type Log } from './log.ts'
import { openMedia } from '#platform/media/media.ts'
import { openMetrics } from './metrics.ts'
import { openPayments } from '#platform/payments.ts'
import { closeRedis, openRedis } from './redis.ts'
import { openStreams } from '#platform/streams/streams.ts'
import { readTexts, type Texts } from '#platform/content/texts.ts'
import { openTurns } from '#platform/http/turns.ts'
import { openVirusScan } from '#platform/files/virus-scan.ts'

interface PlatformDeps {
  config: Config
  clock: () => number
  /** The identity feature implements these; the platform does not know what a sign-in means. */
  grants: (platform: Pick<Platform, 'database' | 'config'>) => Grants
  log?: Log
  /** Texts that were read before: reading them takes as long as the rest of a start. */
  texts?: Texts
}

/** Shorter than the web's timeout, so that the web still gets the refusal. */
const waiting = { waitingMax: 250, waitMs: 10_000 }

/** Opens a client for every engine. None is waited for: each request finds out whether its engine is there. */
export async function openPlatform({
  config,
  clock,
  grants,
  log = openLog(config.logLevel),
  ...more
}: PlatformDeps) {
  const texts = more.texts ?? (await readTexts())
  const metrics = openMetrics()
  const database = openDatabase(config.databaseUrl, config.databasePoolMax, (error) =>
    log.warn({ err: error }, 'an idle database connection broke'),
  )
  const redis = openRedis(config.redisUrl, log)
  const limits = openLimits(redis, config)
  const live = openLive({
    redis,
    redisUrl: config.redisUrl,
    grants: grants({ database, config }),
    clock,
    log,
    metrics,
  })
  const files = openFiles({ config, log })
  const media = openMedia({ config, log })
  const platform: Platform = {
    config,
    database,
    redis,
    limits,
    turns: {
      caller: openTurns({ ...waiting, atOnce: Math.max(2, Math.floor(config.databasePoolMax / 4)) }),
      // Writers of one chat would wait for its lock, each holding a connection.
      chat: openTurns({ ...waiting, atOnce: 2 }),
    },
    live,
    log,
    metrics,
    media,
    files,
    virusScan: openVirusScan({ config, log }),
    payments: openPayments({ config, log }),
    streams: openStreams({ config, redis, log, clock }),
    texts,
    content: openContent({ config, texts, clock, log }),
    drain: { isBegun: false, inFlight: 0 },
    clock,
  }
  const close = async () => {
    live.close()
    closeRedis(redis)
    files.close()
    media.shut()
    await database.close()
  }
  return { platform, close }
}
