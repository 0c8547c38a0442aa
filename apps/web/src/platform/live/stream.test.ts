import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiProblem, noAnswer } from '#platform/server/api-problem.ts'
import { handTiming } from './hand-timing.ts'
import { backOffMs, holdStream, lossesAfter } from './stream.ts'

/** A server that the test controls. */
function openServer(refusal?: Error) {
  const timing = handTiming(1)
  const began = timing.now()
  const opened: number[] = []
  const connections: { say: (text: string) => void; close: () => void; isLeft: () => boolean }[] = []
  let present = refusal
  const open = (signal: AbortSignal): Promise<Response> => {
    opened.push(timing.now() - began)
    if (present) return Promise.reject(present)
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
    const writer = writable.getWriter()
    // A write to a stream that the client has left fails, which the tests can ignore.
    const unheard = (written: Promise<void>) => void Promise.allSettled([written])
    signal.addEventListener('abort', () => unheard(writer.abort(signal.reason)))
    connections.push({
      say: (text) => unheard(writer.write(new TextEncoder().encode(`${text}\n\n`))),
      close: () => unheard(writer.close()),
      isLeft: () => signal.aborted,
    })
    return Promise.resolve(new Response(readable))
  }
  const heard: string[] = []
  const network = new Set<() => void>()
  const stop = new AbortController()
  const held = holdStream(
    {
      open,
      timing,
      onNetworkChange: (act) => {
        network.add(act)
        return () => void network.delete(act)
      },
    },
    {
      onChannel: ({ state, since }) => heard.push(`${state} ${since - began}`),
      onNotice: (notice) => heard.push(notice.kind),
      onLife: () => {},
    },
    stop.signal,
  )
  return {
    timing,
    opened,
    heard,
    last: () => connections.at(-1),
    refuse: (error: Error | undefined) => (present = error),
    changeNetwork: () => [...network].forEach((act) => act()),
    stop: async () => {
      stop.abort()
      await held
    },
  }
}

const up = 'data: {"kind":"channel","state":"up"}'

describe('a stream', () => {
  let server: ReturnType<typeof openServer>
  beforeEach(() => {
    server = openServer()
  })
  afterEach(() => server.stop())

  test('a stream that closes as soon as it opens is reopened after longer and longer waits', async () => {
    for (let i = 0; i < 120; i += 1) {
      server.last()?.say(up)
      server.last()?.close()
      await server.timing.pass(1000)
    }
    expect(server.opened).toEqual([0, 4000, 12_000, 28_000, 58_000, 88_000, 118_000])
  })

  test('a stream that lasted thirty seconds is reopened as after a first loss', async () => {
    await server.stop()
    server = openServer(noAnswer())
    await server.timing.pass(11_000)
    server.refuse(undefined)
    await server.timing.pass(1000)
    server.last()?.say(up)
    await server.timing.pass(30_000)
    server.last()?.close()
    await server.timing.pass(5000)
    expect(server.opened).toEqual([0, 4000, 12_000, 46_000])
  })

  test('a stream reports whether notices arrive when it opens, whenever the server says so, and when it is lost', async () => {
    await server.timing.pass(100)
    server.last()?.say(up)
    await server.timing.pass(900)
    server.last()?.say('data: {"kind":"channel","state":"down"}')
    await server.timing.pass(1000)
    server
      .last()
      ?.say(
        `${up}\n\ndata: {"kind":"session","id":"${crypto.randomUUID()}","version":1}\n\ndata: {"kind":"of-tomorrow"}`,
      )
    await server.timing.pass(1000)
    server.last()?.close()
    await server.timing.pass(100)
    expect(server.heard).toEqual(['up 100', 'down 1000', 'up 2000', 'session', 'down 3000'])
  })

  test('a stream that stays silent for three heartbeats is abandoned and reopened', async () => {
    server.last()?.say(up)
    await server.timing.pass(40_000)
    server.last()?.say(': still here')
    await server.timing.pass(40_000)
    expect(server.opened).toEqual([0])
    await server.timing.pass(10_000)
    expect(server.opened).toEqual([0, 89_000])
    expect(server.heard).toContain('down 85000')
  })

  test('a stream that never sends anything is abandoned after fifteen seconds', async () => {
    await server.timing.pass(16_000)
    expect(server.heard).toEqual(['down 15000'])
  })

  test('a stream that is refused because there are too many waits as long as the server says', async () => {
    await server.stop()
    server = openServer(
      new ApiProblem({ status: 429, code: 'too_often', message: 'Slow down', retryAfter: 60 }),
    )
    await server.timing.pass(150_000)
    expect(server.opened).toEqual([0, 64_000, 132_000])
  })

  test('a stream is reopened at once when the network is back', async () => {
    server.refuse(noAnswer())
    server.last()?.close()
    await server.timing.pass(60_000)
    const tries = server.opened.length
    server.changeNetwork()
    await server.timing.pass(1000)
    expect(server.opened).toHaveLength(tries + 1)
  })
})

test('the wait doubles from four seconds up to thirty, and jitter spreads it over nine tenths of that', () => {
  expect([1, 2, 3, 4, 50].map((losses) => backOffMs(losses, 1))).toEqual([4000, 8000, 16_000, 30_000, 30_000])
  expect(backOffMs(1, 0)).toBe(400)
})

test('only a stream that lasted thirty seconds resets the back-off', () => {
  expect(lossesAfter(0, 0)).toBe(1)
  expect(lossesAfter(3, 29_999)).toBe(4)
  expect(lossesAfter(3, 30_000)).toBe(1)
})
