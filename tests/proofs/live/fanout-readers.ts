import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Reads events from a raw socket: thousands of `fetch` streams would cost the reader more than the server. */
export async function readEvents(
  url: string,
  headers: Record<string, string>,
  onEvent: (text: string) => void,
): Promise<Socket> {
  const socket = await openStream(url, headers)
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) onEvent(line.slice('data: '.length))
  })
  return socket
}

/** Opens a stream and reads only its head, like a stalled reader. */
export async function openStream(url: string, headers: Record<string, string>): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  // Some callers expect the server to end or reset the stream, so an error is normal.
  socket.on('error', () => socket.destroy())
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await once(socket, 'readable')
  const head = socket.read() as Buffer | null
  if (!head?.toString().startsWith('HTTP/1.1 200'))
    throw new Error(`${url} answered ${head?.toString().split('\r\n')[0] ?? 'nothing'}`)
  socket.unshift(head)
  return socket
}
