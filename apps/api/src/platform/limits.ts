import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Config } from './config.ts'
import type { Redis } from './redis.ts'

const window_s = 15 * 60

/**
 * Limits that hold over all processes through Redis. Without Redis each process counts for itself: looser, never open.
 * What is counted is hashed, so that Redis holds no name and no address.
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
    /** Wrong tries on one account, or by one browser that opened its owner's link. */
    account: limiter('account', config.loginTriesMax, window_s),
    /** Wrong tries from one address. */
    address: limiter('address', config.loginAddressTriesMax, window_s),
    /**
     * Wrong six-digit codes of one person, after the right password. A link lifts the limit above for its browser;
     * without this one, whoever reads the owner's mail could open links and guess codes for ever.
     */
    code: limiter('code', 50, 24 * 3600),
    /**
     * Refused sign-ins that the audit lists, per hour and over the whole house: whoever has many addresses cannot fill
     * it. Tries on accounts that exist are counted apart from the rest, which anybody can make up.
     */
    refusal: limiter('refusal', 600, 3600),
    /** Tries that a limit refused, on one account, from one address or of the whole house: the audit lists one of them. */
    blocked: limiter('blocked', 1, window_s),
    /** Tokens that are none, from one address. */
    token: limiter('token', config.badTokensMax, window_s, { inMemoryBlockOnConsumed: config.badTokensMax }),
    /** Calls of an open sign-in route from one address, right or wrong. */
    'sign-in': limiter('sign-in', 600, 60),
    /** What a signed-in person does, or an address that reads open pages. */
    act: leased(
      limiter('act', 1200, 60, {
        // Whoever is over it is refused by the process itself from then on, before anything is read for them.
        inMemoryBlockOnConsumed: 1200,
      }),
      20,
    ),
    /** Calls that send a mail. */
    mail: limiter('mail', 60, 60),
    /** Mails of one kind to one address that presses cause, whoever presses. */
    receiver: limiter('receiver', 5, 3600),
    /** Files that a person sends or has made. */
    upload: limiter('upload', 30, 60),
    /** Asking for the way to an application: once a second while it starts, and some tries. */
    stream: limiter('stream', 120, 60),
    /** Error reports of the web, per address. */
    report: limiter('report', 20, 60),
  }
}

export type Limits = ReturnType<typeof openLimits>

export const limitKey = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')

interface Limiter {
  consume: (key: string) => Promise<unknown>
}

/** So often those whose time is over are forgotten: once for many calls, however many callers there are. */
const forgetEveryMs = 60_000

/**
 * A process takes so many points of a caller at once and spends them without asking Redis again: most calls need no way
 * there. What it has not spent when the time is over is lost, so a caller gets at most that many fewer on each process,
 * and never more.
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
        // A page asks for many things at once: its calls share what the first of them takes.
        const taking = takings.get(key) ?? take(key).finally(() => takings.delete(key))
        takings.set(key, taking)
        await taking
      }
    },
  }
}

/** Takes one point. Answers undefined, or the seconds after which to try again. */
export async function takePoint(limiter: Limiter, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

/** One address as the limits count it: IPv6 by its /64, since a household has all of those. */
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
