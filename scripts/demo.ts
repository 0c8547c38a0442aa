import { addresses, herePlaces } from './engines/places.ts'
import { readCommand } from './read-command.ts'

readCommand({
  usage: 'pnpm demo',
  about: `Runs the whole product with demo data: starts the engines, builds the web, starts API and worker, then prints the
address, the accounts and the links into the next call. Ctrl+C ends it.
PARLEY_PORT sets the port of the portal, PARLEY_PORT_BASE moves those of the engines.`,
  examples: [
    'pnpm demo',
    'PARLEY_PORT=9000 PARLEY_PORT_BASE=16400 pnpm demo',
    'pnpm engines down   stops the engines',
  ],
})
const { demoSeller } = await import('./database/demo.ts')
const { printCall } = await import('./portal/demo-call.ts')
const { api, environment, isReady, prepareEngines, printAccounts, runTogether, worker } =
  await import('./portal/run-portal.ts')
const { serveStandIns } = await import('./stand-ins/stand-ins.ts')
const { buildWebIfStale } = await import('./web-build.ts')

/** The sender of the demo's invoices. */
const seller = { PARLEY_INVOICE_FROM: demoSeller.join('|') }

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
