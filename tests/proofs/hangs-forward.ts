/**
 * Forwards a port of loopback, in the namespace that it runs in, to another machine's: the payment service is spoken to
 * without TLS on loopback alone.
 */
import { startSilentRelay } from '../support/silent-relay.ts'

const [at = '', host = '', port = ''] = process.argv.slice(2)
await startSilentRelay({ at: Number(at), target: { host, port: Number(port) } })
console.log('forwards')
