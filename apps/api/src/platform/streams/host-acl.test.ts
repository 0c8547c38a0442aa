import { createClient } from '@redis/client'
import { expect, onTestFinished, test } from 'vitest'
import { hostKeys } from '@parley/contract/stream/stream-host.ts'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'

test("a stream host can announce its free places in Redis, and can't read, write or publish anything else [STREAM-46]", async () => {
  const redis = createClient({ url: addresses(herePlaces()).redis.streamHostUrl, disableOfflineQueue: true })
  await redis.connect()
  onTestFinished(() => redis.destroy())
  const id = `acl-${crypto.randomUUID()}`
  // The daemon's own commands.
  await redis
    .multi()
    .hSet(hostKeys.host(id), { url: 'http://127.0.0.1:1', slots: 1 })
    .pExpire(hostKeys.host(id), 6000)
    .zAdd(hostKeys.free, { value: id, score: 0 })
    .exec()
  await redis.zRem(hostKeys.free, id)
  const forbidden: [string, ...string[]][] = [
    ['GET', 'parley:limit:token:x'],
    ['SET', hostKeys.placed('x'), id],
    ['HSET', 'parley:x', 'a', 'b'],
    ['HGET', hostKeys.host(id), 'url'],
    ['PUBLISH', 'parley:live', '{}'],
    ['SUBSCRIBE', 'parley:live'],
    ['KEYS', '*'],
    ['EVAL', 'return 1', '0'],
    ['CLIENT', 'LIST'],
    ['CONFIG', 'GET', '*'],
    ['FLUSHALL'],
  ]
  for (const command of forbidden) await expect(redis.sendCommand(command)).rejects.toThrow('NOPERM')
})
