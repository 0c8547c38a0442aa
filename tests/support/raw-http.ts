import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'

export interface RawAnswer {
  status: number
  headers: string
  body: string
}

/** Lets an app listen on a free port, for what `inject` cannot show: bytes as they come, slowly, or not at all. */
export async function listenRaw(app: FastifyInstance) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  // Listening on a port, the server has an address of this kind.
  const { port } = app.server.address() as AddressInfo
  const connect = (): Socket => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    // A connection that the server ends is what some tests wait for.
    socket.on('error', () => {})
    return socket
  }
  /** What comes back for some bytes, until the connection is closed by either side. */
  const send = async (bytes: string): Promise<RawAnswer> => {
    const socket = connect()
    socket.write(bytes)
    const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { status: Number(headers.split(' ')[1]), headers, body }
  }
  return { connect, send }
}

/** The first lines of a request, to the byte. */
export const headOf = (method: string, path: string, more: readonly string[] = []): string =>
  `${[`${method} ${path} HTTP/1.1`, 'host: a', 'content-type: application/json', ...more].join('\r\n')}\r\n\r\n`
