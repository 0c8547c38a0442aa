import type {
  Admission,
  guestAdmission,
  guestCalendarFile,
  guestEntry,
  GuestSession,
} from '@parley/contract/calls/calls.ts'
import type { Answered, Route } from '@parley/contract/wire/route.ts'

const timeoutMs = 15_000

/** The outcome of a request: an answer, a dead link, no connection, or a server in trouble. */
export type GuestAnswer<A> = { kind: 'answered'; answer: A } | { kind: 'dead' | 'offline' | 'failing' }

/** Sends a request as the holder of a link. The secret travels in a header, never in a URL. */
async function ask<R extends Route>(
  path: R['path'],
  secret: string,
  query = '',
): Promise<GuestAnswer<Answered<R>>> {
  try {
    const response = await fetch(`/api${path}${query}`, {
      headers: { Authorization: `Guest ${secret}`, 'X-Background': '1' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 404 || response.status === 409) return { kind: 'dead' }
    if (!response.ok) return { kind: 'failing' }
    // The server checks its answers against the entry's schema.
    const { response: answer } = (await response.json()) as { response: Answered<R> }
    return { kind: 'answered', answer }
  } catch {
    return { kind: 'offline' }
  }
}

// This page imports only types from the contract: its schemas would be a third of what a guest has to load.
export const askForSession = (secret: string): Promise<GuestAnswer<GuestSession>> =>
  ask<typeof guestEntry>('/guest/session', secret)

/** This browser's admission to the call. */
export const askForAdmission = (secret: string): Promise<GuestAnswer<Admission>> =>
  ask<typeof guestAdmission>('/guest/admission', secret)

/** The server knows most browser zones. If it doesn't know this one, ask without a zone: it then uses the organization's. */
export async function askForCalendarFile(secret: string, zone: string) {
  const file = (query?: string) => ask<typeof guestCalendarFile>('/guest/calendar-file', secret, query)
  const inZone = await file(`?time_zone=${encodeURIComponent(zone)}`)
  return inZone.kind === 'failing' ? file() : inZone
}
