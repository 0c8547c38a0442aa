import { terms } from '@parley/contract/content/content.ts'
import { acceptTerms, login } from '@parley/contract/identity.ts'
import { listClients, updateProfile } from '@parley/contract/people.ts'
import { cancelSession, createSession, listSessions } from '@parley/contract/sessions/sessions.ts'
import { demoPassword } from '../../database/demo.ts'
import { ask } from './portal-api.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const quarterMs = 15 * minuteMs

/** The client of Dana's whom `looks.ts` draws. */
const clientName = 'Wanda Castellano'

export type World = Awaited<ReturnType<typeof prepareWorld>>

/** Signs Dana in, clears her next hours, and sets a zone in which it is about noon for her and her client. */
export async function prepareWorld(origin: string) {
  const { token, profile } = await ask(origin, login, { body: { username: 'coach', password: demoPassword } })
  if (!profile.has_accepted_eula) {
    const { version } = await ask(origin, terms, {})
    await ask(origin, acceptTerms, { body: { version } }, token)
  }
  const found = await ask(origin, listClients, { query: { search: clientName } }, token)
  const [client] = Array.isArray(found) ? found : found.entries
  if (!client) throw new Error("The demo's client is not there: is this the demo's database?")
  const zone = noonZone(Date.now())
  for (const { id } of [profile, client])
    await ask(origin, updateProfile, { params: { id }, body: { attributes: { time_zone: zone } } }, token)
  await freeHours(origin, token)
  return { origin, token, coachId: profile.id, client, zone }
}

/** Cancels sessions that would conflict with one that begins soon. */
async function freeHours(origin: string, token: string): Promise<void> {
  const around: [string, string] = [inMs(-4 * hourMs), inMs(4 * hourMs)]
  const { entries } = await ask(
    origin,
    listSessions,
    { query: { page: 1, limit: 100, start_time_range: around, filters: { status: ['Scheduled'] } } },
    token,
  )
  for (const { id, abilities } of entries)
    if (abilities.cancel) await ask(origin, cancelSession, { params: { id }, body: {} }, token)
}

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** Books a session with the client that can be joined at once. */
export async function bookNow({ origin, token, coachId, client }: World, title: string): Promise<string> {
  const start = Math.ceil(Date.now() / quarterMs) * quarterMs
  const { id } = await ask(
    origin,
    createSession,
    {
      body: {
        title,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + hourMs).toISOString(),
        coach_id: coachId,
        user_id: client.id,
      },
    },
    token,
  )
  return id
}

/** The upcoming session with this title. */
export async function bookedSession({ origin, token }: World, title: string) {
  const { entries } = await ask(
    origin,
    listSessions,
    { query: { page: 1, search: title, filters: { status: ['Scheduled'] }, when: 'upcoming' } },
    token,
  )
  const [session] = entries
  if (!session) throw new Error(`There is no session '${title}'.`)
  return { id: session.id, start: Date.parse(session.start_time) }
}

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'Pacific/Auckland',
  'Australia/Sydney',
  'Asia/Tokyo',
  'Asia/Singapore',
  'Asia/Kolkata',
  'Asia/Dubai',
  'Europe/Istanbul',
  'Europe/Berlin',
  'Europe/London',
  'America/Sao_Paulo',
]

/** A zone in which it is daytime, so that people in the film always meet by day. */
function noonZone(now: number): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric' }).format(now))
  const isDay = (zone: string) => hourIn(zone) >= 10 && hourIn(zone) < 15
  return zones.find(isDay) ?? 'UTC'
}
