import { addresses, herePlaces } from '../../../scripts/engines/places.ts'

const places = herePlaces()
/** Journeys have a portal of their own behind the front proxy, so that `pnpm demo` may run at the same time. */
export const journeyPort = places.ports.journeys
export const journeyApiPort = places.ports.journeyApi
export const journeyOrigin = `http://127.0.0.1:${journeyPort}`

const { postgres, redis, mail } = addresses(places)
const named = (url: string) => url.replace(/\/[^/?]+\?/, '/parley_journeys?')
export const journeyDatabase = { ownerUrl: named(postgres.ownerUrl), appUrl: named(postgres.appUrl) }
export const journeyRedis = `${redis.url}/15`
export const journeyMail = mail
