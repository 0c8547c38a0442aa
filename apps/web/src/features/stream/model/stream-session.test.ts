import type { StreamOfCall } from '@parley/contract/stream/stream.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { openStreamClient, StreamState } from '#features/stream/stream-client.ts'
import { sampleStream } from './sample-stream.ts'
import { openStreamSession, type StreamSession } from './stream-session.ts'
import type { StreamServer } from './stream-server.ts'

/** A small fake server with scripted answers. */
function smallServer(first: StreamOfCall) {
  const is = {
    stream: first,
    /** How many more requests find the application not started yet. */
    startsAfter: 0,
    refuses: undefined as undefined | 'connect' | 'signal' | 'show' | 'read',
    status: 409,
    /** While set, a read waits for this and then returns the state from before. */
    slowly: undefined as undefined | Promise<void>,
  }
  const asked: string[] = []
  let underWay = 0
  const answer = async <T>(what: string, act: () => T): Promise<T> => {
    asked.push(what)
    await Promise.resolve()
    if (is.refuses === what) throw Object.assign(new Error('refused'), { status: is.status })
    return act()
  }
  const signalled = () => {
    is.startsAfter -= 1
    return is.startsAfter >= 0 ? { state: 'starting' as const } : { SignalResponse: '{"sdp":"answer"}' }
  }
  const alone = async <T>(answering: Promise<T>): Promise<T> => {
    underWay += 1
    expect(underWay).toBe(1)
    return answering.finally(() => (underWay -= 1))
  }
  const server: StreamServer = {
    read: async () => {
      const { stream } = is
      await is.slowly
      return answer('read', () => (is.slowly ? stream : is.stream))
    },
    connect: (instance) =>
      alone(
        answer('connect', () => {
          asked.push(`to ${instance}`)
          return signalled()
        }),
      ),
    signal: () => alone(answer('signal', signalled)),
    show: (shown) => answer('show', () => (is.stream = { ...is.stream, shown })),
    startAgain: () =>
      answer('start again', () => {
        is.stream = {
          ...is.stream,
          instances: is.stream.instances.map((one) => ({ ...one, status: 'starting' })),
        }
        return is.stream
      }),
    hand: (_, holder_id) =>
      answer(
        'hand',
        () =>
          (is.stream = {
            ...is.stream,
            instances: is.stream.instances.map((one) => ({ ...one, holder_id })),
          }),
      ),
    refusalOf: () => ({ isAway: is.status === 0, isOften: is.status === 429, message: 'refused' }),
  }
  const count = (what: string) => asked.filter((each) => each === what).length
  return { server, is, count, asked }
}

/** A fake connection that does what the test says. */
function smallClients() {
  interface Opened {
    become: (state: StreamState) => void
    told: Parameters<typeof openStreamClient>[0]['onTold']
    isClosed: boolean
    instance: number
  }
  const opened: Opened[] = []
  const fails = { offer: false, answer: false }
  const open: typeof openStreamClient = ({ instance, onState, onTold }) => {
    const one = { become: onState, told: onTold, isClosed: false, instance }
    opened.push(one)
    return {
      // The store passes it on and never looks inside.
      stream: {} as MediaStream,
      generateSignalRequest: () =>
        fails.offer ? Promise.reject(new Error('no H.264')) : Promise.resolve('offer'),
      processSignalResponse: () => (fails.answer ? Promise.reject(new Error('no sense')) : Promise.resolve()),
      attachInput: () => {},
      detachInput: () => {},
      send: () => {},
      close: () => {
        one.isClosed = true
      },
    }
  }
  return { open, opened, fails, last: () => opened.at(-1) }
}

let session: StreamSession
let news: string[]
let kept: string | null

function begin(first: StreamOfCall, personId = 'dana') {
  const world = { ...smallServer(first), clients: smallClients() }
  session = openStreamSession({
    server: world.server,
    sessionId: 'session 1',
    personId,
    open: world.clients.open,
    tell: (each) => news.push(each),
    started: {
      read: () => kept,
      write: (next) => {
        kept = next
      },
    },
  })
  session.connected()
  return world
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const link = () => session.read().link

beforeEach(() => {
  vi.useFakeTimers()
  news = []
  kept = null
})
afterEach(() => {
  session.close()
  vi.useRealTimers()
})

/** A session that is launched and connected. */
async function inFull(first = sampleStream(), personId = 'dana') {
  const world = begin(first, personId)
  await pass(0)
  await session.launch(1)
  await pass(0)
  world.clients.last()?.become('connected')
  await pass(3000)
  return world
}

describe('launch', () => {
  test('a launch reports loading, opens the view after 3 s, and reports loaded 3 s after it has connected', async () => {
    const { clients, count } = begin(sampleStream())
    await pass(0)
    expect(session.read()).toMatchObject({ isStarting: false, isOpen: false, link: undefined })
    void session.launch(1)
    expect(news).toEqual(['loading'])
    expect(kept).toBe('session 1')
    expect(session.read().isStarting).toBe(true)
    await pass(1000)
    expect(count('show')).toBe(1)
    expect(link()?.state).toBe('connecting')
    clients.last()?.become('connected')
    await pass(1999)
    expect(session.read()).toMatchObject({ isStarting: true, isOpen: false })
    await pass(1)
    expect(session.read()).toMatchObject({ isStarting: false, isOpen: true })
    expect(news).toEqual(['loading'])
    await pass(999)
    expect(news).toEqual(['loading'])
    await pass(1)
    expect(news).toEqual(['loading', 'loaded'])
  })

  test('two presses on Launch send one request', async () => {
    const { count } = begin(sampleStream())
    await pass(0)
    await Promise.all([session.launch(1), session.launch(1)])
    expect(count('show')).toBe(1)
  })

  test('a refused launch leaves everything as it was', async () => {
    const { is } = begin(sampleStream())
    await pass(0)
    is.refuses = 'show'
    await session.launch(1)
    expect(news).toEqual(['loading', 'over', 'connect'])
    expect(kept).toBe(null)
    is.status = 429
    await session.launch(1)
    expect(news.at(-1)).toBe('often')
    await pass(10_000)
    expect(session.read()).toMatchObject({ isStarting: false, isOpen: false, link: undefined })
  })

  test("the coach's launch opens the application for the client without a press", async () => {
    const { is, clients } = begin(sampleStream({ abilities: { lead: false } }), 'tomas')
    await pass(0)
    is.stream = { ...is.stream, shown: 1 }
    session.look()
    await pass(0)
    expect(news).toEqual(['loading'])
    expect(clients.opened).toHaveLength(1)
    await pass(3000)
    expect(session.read().isOpen).toBe(true)
  })

  test('an application launched before a reload is open at once, without a notice', async () => {
    kept = 'session 1'
    const { clients } = begin(sampleStream({ shown: 1 }))
    await pass(0)
    expect(session.read().isOpen).toBe(true)
    expect(clients.opened).toHaveLength(1)
    expect(news).toEqual([])
  })

  test('showing nothing any more closes the connection', async () => {
    const { clients } = await inFull()
    await session.show(null)
    expect(session.read()).toMatchObject({ isOpen: false, link: undefined })
    expect(clients.last()?.isClosed).toBe(true)
    expect(news.at(-1)).toBe('over')
    expect(kept).toBe(null)
  })

  test('showing another instance connects to that one', async () => {
    const two = [1, 2].map((number) => ({ number, status: 'ready' as const, holder_id: 'dana' }))
    const { clients } = await inFull(sampleStream({ instances: two }))
    await session.show(2)
    await pass(0)
    expect(clients.opened.map(({ instance, isClosed }) => [instance, isClosed])).toEqual([
      [1, true],
      [2, false],
    ])
    expect(session.read()).toMatchObject({ isOpen: true, link: { instance: 2, state: 'connecting' } })
  })
})

describe('while it starts', () => {
  test('the answer is polled every second, one request at a time [STREAM-13]', async () => {
    const { is, count } = begin(sampleStream())
    await pass(0)
    is.startsAfter = 4
    await session.launch(1)
    await pass(999)
    expect(count('signal')).toBe(0)
    await pass(1)
    expect(count('signal')).toBe(1)
    await pass(3000)
    expect(count('signal')).toBe(4)
    await pass(20_000)
    expect(count('signal')).toBe(4)
  })

  test('polling is given up after 120 s', async () => {
    const { is, count } = begin(sampleStream())
    await pass(0)
    is.startsAfter = 1000
    await session.launch(1)
    await pass(119_900)
    expect(news).toEqual(['loading'])
    await pass(200)
    expect(news).toEqual(['loading', 'late'])
    expect(link()).toMatchObject({ state: 'closed', isGivenUp: true })
    await pass(60_000)
    expect(count('signal')).toBe(120)
    expect(count('connect')).toBe(1)
  })
})

describe('failures', () => {
  const causes = [
    [
      'the offer cannot be made',
      'offer',
      (world: ReturnType<typeof begin>) => (world.clients.fails.offer = true),
    ],
    [
      'the answer cannot be taken',
      'offer',
      (world: ReturnType<typeof begin>) => (world.clients.fails.answer = true),
    ],
    ['connect is refused', 'connect', (world: ReturnType<typeof begin>) => (world.is.refuses = 'connect')],
    [
      'signal is refused',
      'signal',
      (world: ReturnType<typeof begin>) => Object.assign(world.is, { refuses: 'signal', startsAfter: 9 }),
    ],
    [
      'connect is rate-limited',
      'often',
      (world: ReturnType<typeof begin>) => Object.assign(world.is, { refuses: 'connect', status: 429 }),
    ],
  ] as const
  test.each(causes)('if %s, the launch fails and is retried only at a press', async (_, trouble, breaks) => {
    const world = begin(sampleStream())
    await pass(0)
    breaks(world)
    await session.launch(1)
    await pass(5000)
    expect(news).toEqual(['loading', trouble])
    expect(link()).toMatchObject({ isGivenUp: true, tries: 0 })
    expect(world.clients.last()?.isClosed).toBe(true)
    await pass(60_000)
    expect(world.count('connect')).toBeLessThanOrEqual(1)
    Object.assign(world.is, { refuses: undefined, startsAfter: 0 })
    Object.assign(world.clients.fails, { offer: false, answer: false })
    session.tryNow()
    await pass(0)
    world.clients.last()?.become('connected')
    expect(link()).toMatchObject({ state: 'connected', isGivenUp: false })
  })

  test('a connection that is never established fails after 30 s', async () => {
    const { clients } = begin(sampleStream())
    await pass(0)
    await session.launch(1)
    await pass(29_000)
    expect(news).toEqual(['loading'])
    await pass(1100)
    expect(news).toEqual(['loading', 'lost', 'retrying'])
    expect(clients.opened[0]?.isClosed).toBe(true)
  })
})

describe('a lost connection', () => {
  test.each(['failed', 'disconnected'] as const)(
    'in the state %s is closed, reported, and retried with the same instance',
    async (state) => {
      const { clients, asked } = await inFull()
      news = []
      clients.last()?.become(state)
      expect(news).toEqual(['lost', 'retrying'])
      expect(link()).toMatchObject({ state, stream: undefined, tries: 1, isGivenUp: false })
      expect(clients.opened[0]?.isClosed).toBe(true)
      await pass(1000)
      expect(clients.opened).toHaveLength(2)
      expect(asked.filter((each) => each.startsWith('to '))).toEqual(['to 1', 'to 1'])
      clients.last()?.become('connected')
      await pass(3000)
      expect(news).toEqual(['lost', 'retrying', 'loaded'])
      expect(link()).toMatchObject({ state: 'connected', tries: 0 })
    },
  )

  test('a lost connection is retried at most 5 times in a row, each time after a longer wait [STREAM-23]', async () => {
    const { clients } = await inFull()
    const waits = [1000, 2000, 4000, 8000, 15_000]
    for (const [made, wait] of waits.entries()) {
      clients.last()?.become('failed')
      expect(link()?.tries).toBe(made + 1)
      await pass(wait - 1)
      expect(clients.opened).toHaveLength(made + 1)
      await pass(1)
      expect(clients.opened).toHaveLength(made + 2)
    }
    clients.last()?.become('failed')
    expect(link()).toMatchObject({ isGivenUp: true })
    await pass(600_000)
    expect(clients.opened).toHaveLength(6)
    session.tryNow()
    await pass(0)
    expect(clients.opened).toHaveLength(7)
    expect(link()).toMatchObject({ tries: 0, isGivenUp: false })
  })

  test('a lost connection is not retried for ever if it breaks as soon as it is back', async () => {
    const { clients } = await inFull()
    for (let round = 0; round < 20; round += 1) {
      clients.last()?.become('connected')
      clients.last()?.become('disconnected')
      await pass(20_000)
    }
    expect(clients.opened).toHaveLength(6)
  })

  test('a lost connection is retried while the network is away, until the server refuses it', async () => {
    const { clients, is, count } = await inFull()
    Object.assign(is, { refuses: 'connect', status: 0 })
    clients.last()?.become('disconnected')
    await pass(1000)
    expect(news.slice(-2)).toEqual(['connect', 'retrying'])
    expect(link()?.tries).toBe(2)
    is.status = 409
    await pass(2000)
    expect(link()?.isGivenUp).toBe(true)
    await pass(60_000)
    expect(count('connect')).toBe(3)
  })

  test('a lost connection is retried at once at a press, and when the call itself is back', async () => {
    const { clients } = await inFull()
    clients.last()?.become('failed')
    session.tryNow()
    await pass(0)
    expect(clients.opened).toHaveLength(2)
    session.tryNow()
    await pass(0)
    expect(clients.opened).toHaveLength(2)
    clients.last()?.become('failed')
    session.connected()
    await pass(0)
    expect(clients.opened).toHaveLength(3)
  })

  test('a lost connection is not retried once the call has been left', async () => {
    const { clients, asked } = await inFull()
    clients.last()?.become('failed')
    session.close()
    expect(news.at(-1)).toBe('over')
    const before = asked.length
    await pass(600_000)
    expect(clients.opened).toHaveLength(1)
    expect(asked).toHaveLength(before)
  })
})

describe('control', () => {
  test("the holder's pointer is shown until it rests for 3 s or control changes [STREAM-42]", async () => {
    const { clients } = await inFull()
    await session.hand('tomas')
    const point = (x: number) => clients.last()?.told({ t: 'point', holder: 'tomas', x, y: 7 })
    const before = session.read()
    point(1)
    expect(session.pointer.read()).toEqual({ x: 1, y: 7, holder: 'tomas' })
    // The rest of the page is not rendered again for it.
    expect(session.read()).toBe(before)
    await pass(2999)
    point(2)
    await pass(2999)
    expect(session.pointer.read()).toEqual({ x: 2, y: 7, holder: 'tomas' })
    await pass(1)
    expect(session.pointer.read()).toBeUndefined()
    point(3)
    await session.hand('dana')
    expect(session.pointer.read()).toBeUndefined()
    point(4)
    await session.show(null)
    expect(session.pointer.read()).toBeUndefined()
  })

  test('a restarted application is connected to again, without reporting a failure [STREAM-43]', async () => {
    const { clients } = await inFull()
    await session.startAgain(1)
    // The room tells everybody, including the coach who pressed.
    expect(clients.opened).toHaveLength(1)
    session.goOver()
    await pass(0)
    expect(clients.opened).toHaveLength(2)
    expect(clients.opened[0]?.isClosed).toBe(true)
    expect(link()).toMatchObject({ state: 'connecting', tries: 0 })
    clients.last()?.become('connected')
    await pass(3000)
    expect(clients.opened).toHaveLength(2)
    expect(news).toEqual(['loading', 'loaded', 'loaded'])
  })

  test('a restarted application is also connected to where it had been given up [STREAM-43]', async () => {
    const { clients, is } = begin(sampleStream())
    await pass(0)
    is.refuses = 'connect'
    await session.launch(1)
    await pass(3000)
    expect(link()?.isGivenUp).toBe(true)
    is.refuses = undefined
    session.goOver()
    await pass(0)
    expect(link()).toMatchObject({ isGivenUp: false, state: 'connecting' })
    expect(clients.opened).toHaveLength(2)
  })

  test('the title of an instance is kept when another one is shown', async () => {
    const two = [1, 2].map((number) => ({ number, status: 'ready' as const, holder_id: 'dana' }))
    const { clients } = await inFull(sampleStream({ instances: two }))
    const says = (title: string) => clients.last()?.told({ t: 'control', holder: 'dana', you: true, title })
    says('Raising a concern, turn 5 of 12')
    await session.show(2)
    await pass(0)
    says('Holding a boundary')
    expect(session.read().titles).toEqual({ 1: 'Raising a concern, turn 5 of 12', 2: 'Holding a boundary' })
  })

  test('handing control over changes the holder and notes the time', async () => {
    await inFull()
    expect(session.read().heldSince).toBe(undefined)
    vi.setSystemTime('2026-11-17T11:46:00Z')
    await session.hand('tomas')
    expect(session.read().known?.instances[0]?.holder_id).toBe('tomas')
    expect(session.read().heldSince).toBe(Date.parse('2026-11-17T11:46:00Z'))
  })

  test('with a one-viewer application, losing control closes the connection and getting it opens a new one', async () => {
    const { clients } = await inFull(sampleStream({ isForMany: false }))
    expect(clients.opened).toHaveLength(1)
    await session.hand('tomas')
    expect(clients.last()?.isClosed).toBe(true)
    expect(session.read()).toMatchObject({ link: undefined, isOpen: true })
    await session.hand('dana')
    expect(clients.opened).toHaveLength(2)
  })

  test('with a one-viewer application, a person without control does not connect, and gets loaded with the relayed picture', async () => {
    const { clients } = begin(sampleStream({ isForMany: false, shown: 1 }), 'tomas')
    await pass(3000)
    expect(session.read()).toMatchObject({ isOpen: true, link: undefined })
    expect(clients.opened).toHaveLength(0)
    session.relayed(true)
    await pass(3000)
    expect(news).toEqual(['loading', 'loaded'])
  })
})

describe('the state on the server', () => {
  test('an earlier read that is answered late does not replace a newer state', async () => {
    const { is } = begin(sampleStream())
    await pass(0)
    is.slowly = new Promise((resolve) => setTimeout(resolve, 500))
    session.look()
    await session.launch(1)
    expect(session.read().known?.shown).toBe(1)
    await pass(500)
    expect(session.read().known?.shown).toBe(1)
    expect(link()?.instance).toBe(1)
  })

  test('the state is read again after a minute, and after 3 s if a read failed', async () => {
    const { is, count } = begin(sampleStream())
    is.refuses = 'read'
    await pass(0)
    expect(count('read')).toBe(1)
    await pass(3000)
    expect(count('read')).toBe(2)
    is.refuses = undefined
    await pass(3000 + 60_000)
    expect(count('read')).toBe(4)
  })
})
