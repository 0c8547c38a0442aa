import { readConfig, type Config } from '@parley/api/platform/config.ts'
import { addresses, herePlaces } from './engines/places.ts'

/**
 * The settings that a command at the machine acts by: those of its environment, or those of this work tree's development
 * database where the environment names none. Only the latter is development without being told so.
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
