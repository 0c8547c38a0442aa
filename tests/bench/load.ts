/** Asks a server as often as it answers, for as long as each message says. One process for all rounds, so that none of them pays for its start. */
import { createRequire } from 'node:module'
import type { LoadAnswer, LoadAsked } from './load-process.ts'

interface Result {
  '2xx': number
  non2xx: number
  errors: number
  start: Date
  finish: Date
}

// It has no types; this is what its documentation says.
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>

async function answer({ url, token, connections, ms }: LoadAsked): Promise<LoadAnswer> {
  const result = await autocannon({
    url,
    connections,
    duration: ms / 1000,
    // How often it looks whether the time is over.
    sampleInt: 10,
    headers: { authorization: `Bearer ${token}` },
  })
  const failed = result.non2xx + result.errors
  return { perSecond: (1000 * result['2xx']) / (result.finish.getTime() - result.start.getTime()), failed }
}

// What the parent sends is `LoadAsked`.
process.on('message', (asked: LoadAsked) => {
  void answer(asked).then((found) => process.send?.(found))
})
