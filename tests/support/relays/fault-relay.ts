import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * The fault of one request. `lost`: the server never receives it. `failed-before`, `failed-after`: the caller gets a 500,
 * without or after the server handled the request. `silent`: the server answers, and the caller gets nothing. `late-before`,
 * `late-after`: the request or the answer is delayed.
 */
export type Fault =
  | { kind: 'none' | 'lost' | 'failed-before' | 'failed-after' | 'silent' }
  | { kind: 'late-before' | 'late-after'; ms: number }

/** An HTTP relay in front of a real API that loses, fails and delays requests as `faultFor` says. */
export async function startFaultRelay(target: string, faultFor: (method: string, path: string) => Fault) {
  const to = new URL(target)
  const pending = new Set<Promise<unknown>>()
  const server = createServer((incoming, outgoing) => {
    const work = relay(to, incoming, outgoing, faultFor(incoming.method ?? 'GET', incoming.url ?? '/')).catch(
      () => void outgoing.destroy(),
    )
    pending.add(work)
    void work.finally(() => pending.delete(work))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Resolves when no request or answer is under way any more. */
    settled: async () => void (await Promise.all(pending)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function relay(to: URL, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault) {
  const body = await bytesOf(incoming)
  if (fault.kind === 'failed-before') return answer(outgoing, 500, {}, failure)
  // A lost request gets no answer: the caller's own timeout ends it.
  if (fault.kind === 'lost') return undefined
  if (fault.kind === 'late-before') await pause(fault.ms)
  const given = await send(to, incoming, body)
  if (fault.kind === 'late-after') await pause(fault.ms)
  if (fault.kind === 'silent') return undefined
  if (fault.kind === 'failed-after') return answer(outgoing, 500, {}, failure)
  return answer(outgoing, given.status, given.headers, given.body)
}

const failure = Buffer.from('{"response":"Something went wrong","code":"internal"}')

function answer(
  outgoing: ServerResponse,
  status: number,
  headers: IncomingMessage['headers'],
  body: Buffer,
): void {
  const type = headers['content-type'] ?? 'application/json'
  outgoing.writeHead(status, { 'content-type': type }).end(body)
}

/** Sends the request even if the caller has gone: a request that a browser has sent stays sent when the page is left. */
function send(to: URL, incoming: IncomingMessage, body: Buffer) {
  const { host: _host, connection: _connection, ...headers } = incoming.headers
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
    (resolve, reject) => {
      const call = request(
        {
          host: to.hostname,
          port: to.port,
          path: incoming.url ?? '/',
          method: incoming.method ?? 'GET',
          headers,
        },
        (reply) => {
          bytesOf(reply).then(
            (bytes) => resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: bytes }),
            reject,
          )
        },
      )
      call.on('error', reject)
      call.end(body)
    },
  )
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  // An IncomingMessage without an encoding yields buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
