import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Server } from 'node:http'
import { openMetrics, serveMetrics } from './metrics.ts'

let server: Server
let port: number
beforeAll(async () => {
  server = await serveMetrics(openMetrics(), 0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the metrics have no port')
  port = address.port
})
afterAll(() => void server.close())

const isOpen = (host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy()).setTimeout(2000, () => socket.destroy(new Error('late')))
  })

test('metrics are served on 127.0.0.1 and on no other address of the machine [OPS-04]', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(await answer.text()).toContain('parley_http_request_seconds')
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  for (const address of ['127.0.0.2', ...others])
    expect([address, await isOpen(address)]).toEqual([address, false])
})
