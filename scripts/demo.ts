import { addresses, herePlaces } from './engines/places.ts'
import { demoSeller } from './database/demo.ts'
import { printCall } from './portal/demo-call.ts'
import {
  api,
  environment,
  isReady,
  prepareEngines,
  printAccounts,
  runTogether,
  worker,
} from './portal/run-portal.ts'
import { serveStandIns } from './stand-ins/stand-ins.ts'
import { buildWebIfStale } from './web-build.ts'

/** The sender of the demo's invoices. */
const seller = { PARLEY_INVOICE_FROM: demoSeller.join('|') }

/** `pnpm demo`: the whole product at one address, with demo data. */
process.chdir(`${import.meta.dirname}/..`)
await prepareEngines()
buildWebIfStale()
const ended = new AbortController()
const places = herePlaces()
const {
  portal: { url },
  stripe,
} = addresses(places)
await using standIns = await serveStandIns({
  port: places.ports.standIns,
  service: stripe.url,
  webhookSecret: stripe.webhookSecret,
  notify: async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const reply = await fetch(`${url}/api/hooks/stripe`, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`the portal answered ${reply.status} to a notice of a payment`)
  },
})
const running = runTogether([api(), worker()], { ...standIns.settings, ...seller }).finally(() =>
  ended.abort(),
)
if (await isReady(url, ended.signal)) {
  printAccounts(url)
  await printCall(environment(), url)
}
await running
