import { addresses, herePlaces } from './engines/places.ts'
import { api, prepareEngines, printAccounts, runTogether, worker } from './run-portal.ts'
import { buildWebIfStale } from './web-build.ts'

/** `pnpm demo`: the whole product on one address, with a small world in it. */
process.chdir(`${import.meta.dirname}/..`)
await prepareEngines()
buildWebIfStale()
const running = runTogether([api(), worker()])
const { url } = addresses(herePlaces()).portal
await untilReady(url)
printAccounts(url)
await running

async function untilReady(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isReady = await fetch(`${address}/api/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${address} did not answer within 10 s; its log is above.`)
}
