import type { Kysely } from 'kysely'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { AdmissionState } from '@parley/contract/rules/admissions.ts'
import type { Privs } from '@parley/contract/rules/levels.ts'
import type { TimedSession } from '@parley/contract/rules/phases.ts'
import type { Config } from './config.ts'
import type { Content } from './content.ts'
import type { Database } from './database.ts'
import type { DB } from './database-types.ts'
import type { Files } from './files.ts'
import type { Limits } from './limits.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { Media } from './media.ts'
import type { Metrics } from './metrics.ts'
import type { Payments } from './payments.ts'
import type { Redis } from './redis.ts'
import type { Streams } from './streams/streams.ts'
import type { Texts } from './texts.ts'
import type { Turns } from './turns.ts'
import type { VirusScan } from './virus-scan.ts'

/** How far a process is on its way out. */
export interface Drain {
  isBegun: boolean
  inFlight: number
}

/** Everything a process opened at its start. */
export interface Platform {
  config: Config
  database: Database
  redis: Redis
  limits: Limits
  /** Who waits before they take a database connection: the requests of one caller, the writers of one chat. */
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
  /** Set once the process was told to end: readiness then says no. */
  drain: Drain
  /** Epoch milliseconds. Tests set it. */
  clock: () => number
}

/** A signed-in person, as one look-up of their token found them. */
export interface Person {
  kind: 'person'
  id: string
  privs: Privs
  organizationId: string | null
  /** May score clients: a right of its own beside the level. */
  isAssessor: boolean
  /** The organization requires a second factor and this person has none: only routes marked for it can be reached. */
  isSecondFactorMissing: boolean
  tokenHash: Buffer
  profile: OwnProfile
}

/** Whoever holds a client's personal link to one session: no account, and nothing beyond that session. */
export interface Guest {
  kind: 'guest'
  sessionId: string
  personId: string
  organizationId: string
  firstName: string
  /** The zone that is stored for the person, if any. */
  zone: string | null
  /** The first name of the session's coach. */
  coachName: string
  organization: { name: string; contact: string; zone: string; hasWaitingRoom: boolean }
  /** The browser that calls, by the hash of its key; undefined until it has one. */
  device: string | undefined
  /** How that browser stands with the call; undefined before it asked. */
  admission: AdmissionState | undefined
  /** As the look-up of the link found it; it may have been cancelled or be over. */
  session: TimedSession & { sequence: number }
}

export interface Visitor {
  kind: 'visitor'
}

export type Principal = Person | Guest | Visitor

/** What a handler works with, for one request. */
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
  /** The lines of a header apart, where it matters that there is only one. */
  headerLines: (name: string) => readonly string[]
  /** For what an answer tells beside its payload. */
  setHeader: (name: string, value: string) => void
  platform: Platform
}
