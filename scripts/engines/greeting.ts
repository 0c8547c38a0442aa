import { connect } from 'node:net'

/** Connects, sends `say`, and resolves if the reply begins with the expected text. */
export function expectGreeting(port: number, expected: string, say = '') {
  return new Promise<void>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2000 })
    socket.once('connect', () => socket.write(say))
    socket.once('data', (bytes) => {
      socket.destroy()
      if (bytes.toString('utf8').startsWith(expected)) resolve()
      else reject(new Error(`port ${port} answers, but not with ${expected}`))
    })
    socket.once('timeout', () => socket.destroy(new Error(`port ${port} accepts and says nothing`)))
    socket.once('error', reject)
    // A no-op once the promise is settled. Without it, the promise of an engine that hangs up at once would never settle.
    socket.once('close', () => reject(new Error(`port ${port} hung up`)))
  })
}
