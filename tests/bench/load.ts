/**
 * Sends requests to a server as fast as it answers, for as long as each message says. One process serves all rounds, so that
 * no round pays for its start.
 */
import { createRequire } from 'node:module'
import type { LoadAnswer, LoadAsked } from './load-process.ts'

interface Result {
  '2xx': number
  non2xx: number
  errors: number
  start: Date
  finish: Date
}

// autocannon ships no types; these follow its documentation.
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>

async function answer({ url, token, connections, ms }: LoadAsked): Promise<LoadAnswer> {
  const result = await autocannon({
    url,
    connections,
    duration: ms / 1000,
    // How often autocannon checks whether the time is over, in ms.
    sampleInt: 10,
    headers: { authorization: `Bearer ${token}` },
  })
  const failed = result.non2xx + result.errors
  return { perSecond: (1000 * result['2xx']) / (result.finish.getTime() - result.start.getTime()), failed }
}

// The parent sends only `LoadAsked`.
process.on('message', (asked: LoadAsked) => {
  void answer(asked).then((found) => process.send?.(found))
})
