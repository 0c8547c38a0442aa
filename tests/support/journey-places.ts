import { addresses, herePlaces } from '../../scripts/engines/places.ts'

const places = herePlaces()
/** The journeys' portal stands on the first of the API ports, so that `pnpm demo` may run beside it. */
const port = places.ports.postgres - 32 + 43

export const journeyPort = port
export const journeyOrigin = `http://127.0.0.1:${port}`

const { postgres, redis, mail } = addresses(places)
const named = (url: string) => url.replace(/\/[^/?]+\?/, '/parley_journeys?')
export const journeyDatabase = { ownerUrl: named(postgres.ownerUrl), appUrl: named(postgres.appUrl) }
export const journeyRedis = `${redis.url}/15`
export const journeyMail = mail
