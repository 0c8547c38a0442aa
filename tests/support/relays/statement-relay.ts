import { connect, createServer, type Socket } from 'node:net'

type Verdict = 'pass' | 'hold'

/** A chunk that the relay sees: bytes of a statement on the way to PostgreSQL, or of its answer on the way back. */
export interface Passing {
  direction: 'statement' | 'answer'
  text: string
  /** The latest chunk of a statement on the same connection. */
  statement: string
}

/** A relay in front of a real PostgreSQL that reads along and can hold back a statement or its answer for ever. */
export async function startStatementRelay(target: { port: number }, meet: (passing: Passing) => Verdict) {
  const sockets = new Set<Socket>()
  const server = createServer((inner) => {
    const outer = connect(target.port, '127.0.0.1')
    let statement = ''
    let isHeld = false
    const pass = (direction: Passing['direction'], to: Socket) => (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (direction === 'statement') statement = text
      if (!isHeld && meet({ direction, text, statement }) === 'hold') isHeld = true
      if (!isHeld) to.write(bytes)
    }
    inner.on('data', pass('statement', outer))
    outer.on('data', pass('answer', inner))
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
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
