import { connect, createServer, type Socket } from 'node:net'

interface RelayOptions {
  target: { host: string; port: number }
  /** The address to listen on, if not only this machine may connect. */
  host?: string
  at?: number
}

/** A TCP relay in front of a real engine. While silent it keeps connections open and accepts new ones but passes nothing. */
export async function startSilentRelay({ target, host = '127.0.0.1', at = 0 }: RelayOptions) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((inner) => {
    const outer = connect(target.port, target.host)
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', (bytes: Buffer) => {
        // Backpressure: a slow reader makes the writer wait.
        if (other.write(bytes)) return
        one.pause()
        other.once('drain', () => isSilent || one.resume())
      })
      if (isSilent) one.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(at, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    host,
    port: address.port,
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    speak: () => {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
