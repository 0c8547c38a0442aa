import { hostKeys } from '@parley/contract/stream/stream-host.ts'
import type { Log } from '#platform/process/log.ts'
import type { Redis } from '#platform/process/redis.ts'
import type { HostNetworks } from './host-networks.ts'
import type { StreamPlaces } from './provider.ts'

/**
 * Takes a place on the living host with the most free ones; a run that already has a living host keeps it. Dead hosts are
 * removed on the way. The daemon's own count is authoritative: each heartbeat corrects this one.
 */
const placeScript = `
local before = redis.call('GET', KEYS[2])
if before and redis.call('EXISTS', ARGV[1] .. before) == 1 then return before end
while true do
  local id, free = unpack(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES'))
  if not id or tonumber(free) < 1 then return false end
  if redis.call('EXISTS', ARGV[1] .. id) == 1 then
    redis.call('ZINCRBY', KEYS[1], -1, id)
    redis.call('SET', KEYS[2], id, 'PX', ARGV[2])
    return id
  end
  redis.call('ZREM', KEYS[1], id)
end`

/** Longer than a run can last: 8 hours of session, with what lies before and after it. */
const placedMs = 12 * 3_600_000

/** Finds hosts with free places, by what they report in Redis. */
export function openHostPlaces(redis: Redis, networks: HostNetworks, log: Log) {
  /** Sends nothing new to a host until its next heartbeat. */
  async function avoid(id: string): Promise<void> {
    await redis.zAdd(hostKeys.free, { value: id, score: 0 }, { condition: 'XX' })
  }

  return {
    async place(run: string): Promise<string | undefined> {
      const id = await redis.eval(placeScript, {
        keys: [hostKeys.free, hostKeys.placed(run)],
        arguments: [hostKeys.host(''), String(placedMs)],
      })
      return typeof id === 'string' ? id : undefined
    },

    avoid,

    /** The host did not take the run, so another one may. */
    async refused(run: string, id: string): Promise<void> {
      await redis.del(hostKeys.placed(run))
      await avoid(id)
    },

    /** The address that a host reports, if hosts may be there. Undefined if Redis is away or has lost it. */
    async urlOf(id: string): Promise<string | undefined> {
      const url = (await redis.hGet(hostKeys.host(id), 'url').catch(() => null)) ?? undefined
      if (url === undefined || networks.has(url)) return url
      log.error({ host: id }, 'a stream host says that it is outside of STREAM_HOSTS')
      return undefined
    },
    /** Whether a host has sent a heartbeat recently; undefined if Redis does not answer. */
    isThere: (id: string): Promise<boolean | undefined> =>
      redis.exists(hostKeys.host(id)).then(
        (found) => found === 1,
        () => undefined,
      ),

    async count(): Promise<StreamPlaces> {
      const hosts = await redis.zRangeWithScores(hostKeys.free, 0, -1)
      const slots = await Promise.all(
        hosts.map(async ({ value }) => Number((await redis.hGet(hostKeys.host(value), 'slots')) ?? 0)),
      )
      const all = slots.reduce((sum, each) => sum + each, 0)
      // A dead host has no free places, even if it last reported some: its slots are 0.
      const free = hosts.reduce((sum, { score }, i) => sum + Math.min(slots[i] ?? 0, Math.max(0, score)), 0)
      return { free, all }
    },
  }
}

export type HostPlaces = ReturnType<typeof openHostPlaces>
