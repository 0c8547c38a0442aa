import { readConfig, type Config } from '@parley/api/platform/process/config.ts'
import { addresses, herePlaces } from '../engines/places.ts'

/**
 * The settings of a command that is run by hand: from its environment, or for this work tree's development database if the
 * environment names no database. Only in the latter case PARLEY_ENV defaults to development.
 */
export function hereConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const here = addresses(herePlaces())
  const isOurs = env.DATABASE_URL === undefined && env.DATABASE_URL_FILE === undefined
  return readConfig({
    ...(isOurs ? { PARLEY_ENV: 'development', DATABASE_URL: here.postgres.appUrl } : {}),
    REDIS_URL: here.redis.url,
    ...env,
  })
}
