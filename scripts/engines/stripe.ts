import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './runner/engine.ts'
import { goProgramFile, installGoProgram } from './runner/go-program.ts'
import { addresses, type Places } from './places.ts'

const program = {
  name: 'stripe-mock',
  version: '0.203.0',
  from: 'github.com/stripe/stripe-mock',
}

/** The payment service's own mock: it validates every request against the service's schema and stores nothing. */
export const stripe = (places: Places): Engine => ({
  name: 'stripe',
  ports: [places.ports.stripe, places.ports.stripeTls],
  install: () => installGoProgram(places.cacheDir, program),
  async command() {
    const cwd = join(places.stateDir, 'stripe')
    await mkdir(cwd, { recursive: true })
    const { stripe: plain, stripeTls } = places.ports
    return {
      file: goProgramFile(places.cacheDir, program),
      // Without the HTTPS address it would listen on every interface.
      args: ['-http-addr', `127.0.0.1:${plain}`, '-https-addr', `127.0.0.1:${stripeTls}`],
      cwd,
    }
  },
  executable: () => realpath(goProgramFile(places.cacheDir, program)),
  async answers() {
    const page = await fetch(`${addresses(places).stripe.url}/v1/charges`, {
      headers: { authorization: 'Bearer sk_test_123' },
      signal: AbortSignal.timeout(2000),
    })
    if (!page.ok) throw new Error(`the payment service's double answers with ${page.status}`)
  },
  stopSignal: 'SIGTERM',
})
