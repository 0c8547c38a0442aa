import { addresses, herePlaces } from './engines/places.ts'
import { printCall } from './demo-call.ts'
import {
  api,
  environment,
  isReady,
  prepareEngines,
  printAccounts,
  runTogether,
  worker,
} from './run-portal.ts'
import { buildWebIfStale } from './web-build.ts'

/** `pnpm demo`: the whole product on one address, with a small world in it. */
process.chdir(`${import.meta.dirname}/..`)
await prepareEngines()
buildWebIfStale()
const ended = new AbortController()
const running = runTogether([api(), worker()]).finally(() => ended.abort())
const { url } = addresses(herePlaces()).portal
if (await isReady(url, ended.signal)) {
  printAccounts(url)
  await printCall(environment(), url)
}
await running
