import type { LiveNotice } from '@parley/contract/operations.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { closeRedis, type Redis } from './redis.ts'

/** Redis has databases for keys but not for channels: two installations on one Redis must not hear each other. */
const channelOf = (redisUrl: string): string => `parley:live${new URL(redisUrl).pathname.replace(/^\/$/, '')}`

/** Ends of tokens are looked for this often, with Redis or without: revocation holds within 1 s. */
const watchEveryMs = 400

/** Whom a notice is for. A notice carries ids and versions, never data: missing one is late, never wrong. */
export type Audience = { token: string } | { person: string } | { organization: string } | { level: 'Admin' }

export interface Listener {
  tokenHash: Buffer
  personId: string
  organizationId: string | null
  isAdmin: boolean
  send: (notice: LiveNotice) => void
  close: () => void
}

/** The tokens that have ended, each with what its stream is told before it is closed. */
export type EndedTokens = (hashes: readonly Buffer[]) => Promise<Map<string, LiveNotice | undefined>>

export type Live = ReturnType<typeof openLive>

/**
 * The live channel: any process publishes, every process hands on to the browsers it holds.
 * `endedTokens` asks the database which of the streams' tokens have ended; it is the truth, the channel only the faster way.
 */
export function openLive(
  redis: Redis,
  redisUrl: string,
  log: Log,
  metrics: Metrics,
  endedTokens: EndedTokens,
) {
  const channel = channelOf(redisUrl)
  const listeners = new Set<Listener>()
  const subscriber = redis.duplicate()
  subscriber.on('error', () => {}) // The main client tells of Redis; this one comes back by itself.
  const isFor = (listener: Listener, to: Audience): boolean => {
    if ('token' in to) return listener.tokenHash.toString('base64url') === to.token
    if ('person' in to) return listener.personId === to.person
    if ('organization' in to) return listener.isAdmin || listener.organizationId === to.organization
    return listener.isAdmin
  }
  const deliver = (to: Audience, notice: LiveNotice) => {
    for (const listener of listeners) {
      if (!isFor(listener, to)) continue
      listener.send(notice)
      if (notice.kind !== 'signed-out') continue
      // It hears no more, even when its connection takes a while to close.
      listeners.delete(listener)
      listener.close()
    }
  }
  subscriber
    .connect()
    .then(() =>
      subscriber.subscribe(channel, (text) => {
        // Only our own processes write to this channel, by `publish` below.
        const { to, notice } = JSON.parse(text) as { to: Audience; notice: LiveNotice }
        deliver(to, notice)
      }),
    )
    .catch((error: Error) => log.warn({ reason: error.message }, 'live updates wait for redis'))

  let isWatching = false
  const watch = async () => {
    if (isWatching || listeners.size === 0) return
    isWatching = true
    try {
      const ended = await endedTokens([...listeners].map((listener) => listener.tokenHash))
      for (const [token, notice] of ended)
        if (notice) deliver({ token }, notice)
        else for (const listener of listeners) if (isFor(listener, { token })) listener.close()
    } catch (error) {
      log.warn({ err: error }, 'the tokens of event streams could not be checked')
    } finally {
      isWatching = false
    }
  }
  const timer = setInterval(() => void watch(), watchEveryMs)

  return {
    listen(listener: Listener): () => void {
      listeners.add(listener)
      metrics.liveStreams.set(listeners.size)
      return () => {
        listeners.delete(listener)
        metrics.liveStreams.set(listeners.size)
      }
    },
    /** Sends after commit. Where Redis is away only this process's browsers hear it at once; the others poll. */
    async publish(to: Audience, notice: LiveNotice): Promise<void> {
      try {
        await redis.publish(channel, JSON.stringify({ to, notice }))
      } catch {
        deliver(to, notice)
      }
    },
    /** Ends every stream so that its browser connects to another process. */
    drain(): void {
      for (const listener of [...listeners]) listener.close()
    },
    close(): void {
      clearInterval(timer)
      closeRedis(subscriber)
    },
  }
}
