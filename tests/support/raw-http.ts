import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'

export interface RawAnswer {
  status: number
  headers: string
  body: string
}

/** Lets an app listen on a free port, to send what `inject` cannot: raw bytes, slowly or not at all. */
export async function listenRaw(app: FastifyInstance) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  // A server that listens on a port has an address of this type.
  const { port } = app.server.address() as AddressInfo
  const connect = (): Socket => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    // Ignore resets: some tests wait for the server to end the connection.
    socket.on('error', () => {})
    return socket
  }
  /** Sends bytes and returns what comes back until the connection closes. */
  const send = async (bytes: string): Promise<RawAnswer> => {
    const socket = connect()
    socket.write(bytes)
    const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { status: Number(headers.split(' ')[1]), headers, body }
  }
  return { connect, send }
}

/** The head of a request, byte for byte. */
export const headOf = (method: string, path: string, more: readonly string[] = []): string =>
  `${[`${method} ${path} HTTP/1.1`, 'host: a', 'content-type: application/json', ...more].join('\r\n')}\r\n\r\n`
