/**
 * Forwards a loopback port in its own namespace to another host's port: the API connects to the payment service without TLS
 * only on loopback.
 */
import { startSilentRelay } from '../../support/relays/silent-relay.ts'

const [at = '', host = '', port = ''] = process.argv.slice(2)
await startSilentRelay({ at: Number(at), target: { host, port: Number(port) } })
console.log('forwards')
