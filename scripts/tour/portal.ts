import { createClient } from '@redis/client'
import { buildApp } from '@parley/api/app.ts'
import { signInGrants } from '@parley/api/features/identity/identity.ts'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { readConfig } from '@parley/api/platform/process/config.ts'
import { openPlatform } from '@parley/api/platform/process/open.ts'
import { cloneDatabase, ensureTemplate } from '../../tests/support/database.ts'
import { journeyApiPort, journeyOrigin } from '../../tests/support/journeys/journey-places.ts'
import { makeDemo } from '../database/demo.ts'
import { up } from '../engines/engines.ts'
import { addresses, fileSettings, herePlaces, mediaSettings, paymentSettings } from '../engines/places.ts'
import { answers } from '../portal/run-portal.ts'
import { buildWebIfStale } from '../web-build.ts'
import { furnish, leaveUnsettled, numberRows, spreadAudit } from './furnish.ts'
import { prepareTourWorld, type TourWorld } from './world.ts'

/** Noon on a Wednesday in New York, thirteen minutes before a call. */
export const tourNow = Date.parse('2026-12-09T17:02:00.000Z')
/** Six minutes into that call. */
export const callNow = Date.parse('2026-12-09T17:21:00.000Z')

export interface TourPortal {
  origin: string
  world: TourWorld
  setClock: (now: number) => void
}

/** The Redis database of the tour. Tests use the others below 16. */
const redisUrl = `${addresses(herePlaces()).redis.url}/14`

/**
 * Runs `work` against the built web and an API of this process, on a new database with the demo's people. The API's clock
 * stands still, so that the same pictures come out on any day. It has the journeys' address.
 */
export async function withTourPortal(work: (portal: TourPortal) => Promise<void>): Promise<void> {
  if (await answers(journeyOrigin))
    throw new Error(`Journeys are running at ${journeyOrigin}. Wait for their end.`)
  await up()
  buildWebIfStale()
  await ensureTemplate()
  const made = await cloneDatabase()
  await numberRows(made.ownerUrl)
  const config = readConfig({ ...settings(), DATABASE_URL: made.appUrl })
  let now = tourNow
  const redis = await createClient({ url: redisUrl }).connect()
  await redis.flushDb()
  await redis.close()
  const database = openDatabase(config.databaseUrl, 2, (error) => console.error(error))
  await makeDemo(database, now)
  await leaveUnsettled(database.db, now)
  const world = await prepareTourWorld(database.db, config, now)
  const { importId } = await furnish(database.db, now)
  await spreadAudit(made.ownerUrl, now)
  const { platform, close } = await openPlatform({ config, clock: () => now, grants: signInGrants })
  const app = await buildApp(platform)
  try {
    await app.listen({ host: config.host, port: config.port })
    await work({
      origin: journeyOrigin,
      world: { ...world, importId },
      setClock: (at) => {
        now = at
      },
    })
  } finally {
    await app.close()
    await close()
    await database.close()
    await made.drop()
  }
}

function settings(): Record<string, string> {
  const here = addresses(herePlaces())
  return {
    PARLEY_ENV: 'test',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_PORT: String(journeyApiPort),
    PARLEY_TRUSTED_PROXIES: '127.0.0.1',
    PARLEY_ORIGIN: journeyOrigin,
    PARLEY_DRAIN_SECONDS: '0',
    REDIS_URL: redisUrl,
    SMTP_URL: here.mail.smtpUrl,
    ...mediaSettings(here),
    ...fileSettings(here),
    ...paymentSettings(here),
  }
}
