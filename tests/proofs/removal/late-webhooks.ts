import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const lateMs = 4000

/** Receives the media server's webhooks and forwards them to the API: in turn at once, late, or never. */
export async function startLateWebhooks() {
  let target: string | undefined
  let taken = 0
  const passOn = async (body: Buffer, headers: Record<string, string>, waitMs: number) => {
    await pause(waitMs)
    if (target === undefined) return
    // Ignore the API's answer, and errors once the proof has ended.
    await fetch(target, { method: 'POST', headers, body: new Uint8Array(body) }).catch(() => {})
  }
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      reply.end()
      taken += 1
      if (taken % 3 === 0) return
      const headers = {
        'content-type': String(request.headers['content-type']),
        authorization: String(request.headers.authorization),
      }
      void passOn(Buffer.concat(parts), headers, taken % 3 === 1 ? 0 : lateMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    passOnTo: (url: string): void => void (target = url),
    taken: () => taken,
    [Symbol.dispose]: () => {
      target = undefined
      server.close()
      server.closeAllConnections()
    },
  }
}
