import type { Kysely } from 'kysely'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { AdmissionState } from '@parley/contract/rules/calls/admissions.ts'
import type { Privs } from '@parley/contract/rules/people/levels.ts'
import type { TimedSession } from '@parley/contract/rules/sessions/phases.ts'
import type { Config } from './config.ts'
import type { Content } from '#platform/content/content.ts'
import type { Database } from '#platform/database/database.ts'
import type { DB } from '#platform/database/database-types.ts'
import type { Files } from '#platform/files/files.ts'
import type { Limits } from '#platform/identity/limits.ts'
import type { Live } from '#platform/live/live.ts'
import type { Log } from './log.ts'
import type { Media } from '#platform/media/media.ts'
import type { Metrics } from './metrics.ts'
import type { Payments } from '#platform/payments.ts'
import type { Redis } from './redis.ts'
import type { Streams } from '#platform/streams/streams.ts'
import type { Texts } from '#platform/content/texts.ts'
import type { Turns } from '#platform/http/turns.ts'
import type { VirusScan } from '#platform/files/virus-scan.ts'

/** The shutdown state of a process. */
export interface Drain {
  isBegun: boolean
  inFlight: number
}

/** Everything that a process opens at its start. */
export interface Platform {
  config: Config
  database: Database
  redis: Redis
  limits: Limits
  /** Queues in front of the database pool: one per caller for requests, one per chat for writers. */
  turns: { caller: Turns; chat: Turns }
  live: Live
  log: Log
  metrics: Metrics
  media: Media
  files: Files
  virusScan: VirusScan
  payments: Payments
  streams: Streams
  texts: Texts
  content: Content
  /** Set once the process was told to stop; readiness then answers no. */
  drain: Drain
  /** Epoch milliseconds. Tests set it. */
  clock: () => number
}

/** A signed-in person, as a single lookup of their token found them. */
export interface Person {
  kind: 'person'
  id: string
  privs: Privs
  organizationId: string | null
  /** May score clients; independent of the level. */
  isAssessor: boolean
  /** The organization requires a second factor that this person does not have: only routes marked for it can be reached. */
  isSecondFactorMissing: boolean
  tokenHash: Buffer
  profile: OwnProfile
}

/** The holder of a client's personal link to one session. They have no account, and reach nothing beyond that session. */
export interface Guest {
  kind: 'guest'
  sessionId: string
  personId: string
  organizationId: string
  firstName: string
  /** The time zone stored for the person, if any. */
  zone: string | null
  /** The first name of the session's coach. */
  coachName: string
  organization: { name: string; contact: string; zone: string; hasWaitingRoom: boolean }
  /** The calling browser, as the hash of its key; undefined until it has one. */
  device: string | undefined
  /** Whether this browser was admitted to the call; undefined before it asked. */
  admission: AdmissionState | undefined
  /** As the lookup of the link found it; it may be cancelled or over. */
  session: TimedSession & { sequence: number }
}

export interface Visitor {
  kind: 'visitor'
}

export type Principal = Person | Guest | Visitor

/** Everything that a handler works with during one request. */
export interface Context<P extends Principal = Principal> {
  principal: P
  /** Epoch milliseconds, the same throughout the request. */
  now: number
  db: Kysely<DB>
  requestId: string
  address: string
  agent: string
  cookies: {
    read: (name: string) => string | undefined
    write: (name: string, value: string, maxAgeSeconds: number, path: string) => void
  }
  idempotencyKey: string | undefined
  readHeader: (name: string) => string | undefined
  /** The lines of a header, for callers that have to check that there is only one. */
  headerLines: (name: string) => readonly string[]
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void
  platform: Platform
}
