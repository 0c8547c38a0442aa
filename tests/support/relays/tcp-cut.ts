import { connect, createServer, type Socket } from 'node:net'

/** A TCP relay in front of a real engine that can be cut and restored. */
export async function tcpCut(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((inner) => {
    if (isCut) {
      inner.destroy()
      return
    }
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
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    port: address.port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    join: () => void (isCut = false),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
