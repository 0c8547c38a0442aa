import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Config } from '#platform/process/config.ts'
import type { Redis } from '#platform/process/redis.ts'

const window_s = 15 * 60

/**
 * Rate limits shared by all processes through Redis. Without Redis each process counts on its own: looser, but never
 * unlimited. Keys are hashed, so that Redis holds no name and no address.
 */
export function openLimits(
  redis: Redis,
  config: Pick<Config, 'loginTriesMax' | 'loginAddressTriesMax' | 'badTokensMax'>,
) {
  const limiter = (
    name: string,
    points: number,
    duration: number,
    more: { inMemoryBlockOnConsumed?: number } = {},
  ): RateLimiterAbstract =>
    new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      keyPrefix: `parley:limit:${name}`,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration }),
      ...more,
    })
  return {
    /** Failed attempts on one account, or from one browser that opened its owner's link. */
    account: limiter('account', config.loginTriesMax, window_s),
    /** Failed attempts from one address. */
    address: limiter('address', config.loginAddressTriesMax, window_s),
    /**
     * Wrong six-digit codes of one person, after the right password. A link lifts the limit above for its browser; without
     * this limit, an attacker who reads the owner's mail could open links and guess codes forever.
     */
    code: limiter('code', 50, 24 * 3600),
    /**
     * Refused sign-ins that the audit records per hour, for the whole installation: an attacker with many addresses cannot
     * flood it. Attempts on existing accounts are counted apart from the others, which anybody can make up.
     */
    refusal: limiter('refusal', 600, 3600),
    /** Attempts that a limit refused, per account, address or installation: the audit records one per window. */
    blocked: limiter('blocked', 1, window_s),
    /** Invalid tokens from one address. */
    token: limiter('token', config.badTokensMax, window_s, { inMemoryBlockOnConsumed: config.badTokensMax }),
    /** Calls of an open sign-in route from one address, successful or not. */
    'sign-in': limiter('sign-in', 600, 60),
    /** Calls of a signed-in person, or of an address that reads open pages. */
    act: leased(
      limiter('act', 1200, 60, {
        // A caller over the limit is refused by this process alone from then on, without asking Redis.
        inMemoryBlockOnConsumed: 1200,
      }),
      20,
    ),
    /** Calls that send a mail. */
    mail: limiter('mail', 60, 60),
    /** Mails of one kind to one address that user actions cause, no matter who acts. */
    receiver: limiter('receiver', 5, 3600),
    /** Files that a person uploads or generates. */
    upload: limiter('upload', 30, 60),
    /** Requests to connect to an application: one a second while it starts, plus some retries. */
    stream: limiter('stream', 120, 60),
    /** Error reports from the web, per address. */
    report: limiter('report', 20, 60),
  }
}

export type Limits = ReturnType<typeof openLimits>

export const limitKey = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')

interface Limiter {
  consume: (key: string) => Promise<unknown>
}

/** Expired leases are deleted at most this often: once for many calls, however many callers there are. */
const forgetEveryMs = 60_000

/**
 * A process takes a batch of a caller's points at once and spends them without asking Redis, so most calls need no round
 * trip. Points left over at the end of the window are lost: a caller may get up to one batch less on each process, but never
 * more than the limit.
 */
export function leased(limiter: RateLimiterAbstract, size: number): Limiter {
  const leases = new Map<string, { left: number; until: number }>()
  const takings = new Map<string, Promise<void>>()
  let forgotAt = performance.now()
  const take = async (key: string) => {
    const { msBeforeNext } = await limiter.consume(key, size)
    const now = performance.now()
    if (now - forgotAt > forgetEveryMs) {
      forgotAt = now
      for (const [one, { until }] of leases) if (until <= now) leases.delete(one)
    }
    leases.set(key, { left: size, until: now + msBeforeNext })
  }
  return {
    async consume(key) {
      for (;;) {
        const lease = leases.get(key)
        if (lease && lease.left > 0 && lease.until > performance.now()) {
          lease.left -= 1
          return
        }
        // A page sends many requests at once; they share the batch that the first one takes.
        const taking = takings.get(key) ?? take(key).finally(() => takings.delete(key))
        takings.set(key, taking)
        await taking
      }
    },
  }
}

/** Takes one point. Returns undefined, or the seconds after which to retry. */
export async function takePoint(limiter: Limiter, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

/** The address that limits count: IPv6 by its /64, since one household owns all of that. */
export function addressKey(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const missing = plain.includes('::') ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
