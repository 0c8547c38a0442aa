import { test } from './journey.ts'
import { journeyRedis } from './journey-places.ts'
import { patchApps, startStreamHost, type StreamHost } from './stream-host.ts'

/** A stream host for the journeys of one file, which shows what is as light as can be under the name that calls ask for. */
export function useStreamHost(): () => StreamHost {
  let host: StreamHost
  test.beforeAll(async () => {
    host = await startStreamHost({
      applications: { practice: patchApps.patch },
      settings: { REDIS_URL: journeyRedis },
    })
  })
  test.afterAll(() => host[Symbol.asyncDispose]())
  return () => host
}
