import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { follow, isHolderLost } from './follow.ts'
import { handTiming } from './hand-timing.ts'
import type { StreamListener } from './stream.ts'

test('a holder is lost after two unanswered questions, or more than 50 s without a sign of its stream', () => {
  expect(isHolderLost({ unanswered: 1, aliveAt: 0 }, 50_000)).toBe(false)
  expect(isHolderLost({ unanswered: 2, aliveAt: 0 }, 0)).toBe(true)
  expect(isHolderLost({ unanswered: 0, aliveAt: 0 }, 50_001)).toBe(true)
})

describe('tabs of one browser', () => {
  let name: string
  let timing: ReturnType<typeof handTiming>
  let tabs: { close: () => void }[]
  beforeEach(() => {
    name = `parley.test.${crypto.randomUUID()}`
    timing = handTiming()
    tabs = []
  })
  afterEach(() => {
    for (const tab of tabs) tab.close()
  })

  /** A tab with a stream that the test controls. */
  function openTab() {
    const heard: string[] = []
    const began = timing.now()
    let listener: StreamListener | undefined
    const close = follow({
      name,
      hold: async (given, stop) => {
        listener = given
        given.onLife()
        const { promise, resolve } = Promise.withResolvers<void>()
        stop.addEventListener('abort', () => resolve(), { once: true })
        await promise
        listener = undefined
      },
      onNotice: ({ kind }) => heard.push(kind),
      onChannel: ({ state, since }) => {
        const text = `${state} ${since - began}`
        if (heard.at(-1) !== text) heard.push(text)
      },
      isHidden: () => false,
      timing,
    })
    const tab = { heard, close, stream: () => listener }
    tabs.push(tab)
    return tab
  }
  const opening = () => ({ state: 'up', since: timing.now() }) as const

  test('tabs share one stream, and another tab takes over when its holder closes [WIRE-42]', async () => {
    const first = openTab()
    await timing.pass(10)
    first.stream()?.onChannel(opening())
    await timing.pass(990)
    const second = openTab()
    await timing.pass(10)
    first.stream()?.onNotice({ kind: 'sessions' })
    await timing.pass(10)
    expect(second.stream()).toBeUndefined()
    // Up since it began to listen: it has not heard earlier notices.
    expect(second.heard).toEqual(['up 0', 'sessions'])
    first.close()
    await timing.pass(10)
    second.stream()?.onChannel(opening())
    second.stream()?.onNotice({ kind: 'people' })
    expect(second.heard).toEqual(['up 0', 'sessions', 'up 30', 'people'])
  })

  test('after a take-over every tab knows since when nothing was missed [WIRE-70]', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()]
    await timing.pass(10)
    first.stream()?.onChannel(opening())
    await timing.pass(990)
    first.close()
    await timing.pass(100)
    const holder = [second, third].find((tab) => tab.stream())
    holder?.stream()?.onChannel(opening())
    await timing.pass(10)
    expect(second.heard).toEqual(['up 10', 'up 1100'])
    expect(third.heard).toEqual(['up 10', 'up 1100'])
  })

  test('a visible tab takes the stream from a holder whose stream is silent, and that tab then follows it', async () => {
    const [first, second] = [openTab(), openTab()]
    await timing.pass(10)
    first.stream()?.onChannel(opening())
    await timing.pass(40_000)
    expect(second.stream()).toBeUndefined()
    await timing.pass(20_000)
    expect(second.stream()).toBeDefined()
    expect(first.stream()).toBeUndefined()
    second.stream()?.onNotice({ kind: 'sessions' })
    second.close()
    await timing.pass(10)
    expect(first.heard).toContain('sessions')
    expect(first.stream()).toBeDefined()
  })

  test('a visible tab takes the stream from a holder that does not answer', async () => {
    // It holds the lock and never answers, like a tab that hangs or was put to sleep.
    const { promise: over, resolve: release } = Promise.withResolvers<void>()
    const hung = Promise.allSettled([navigator.locks.request(name, () => over)])
    const tab = openTab()
    await timing.pass(9000)
    expect(tab.stream()).toBeUndefined()
    await timing.pass(7000)
    expect(tab.stream()).toBeDefined()
    release()
    expect(await hung).toMatchObject([{ status: 'rejected', reason: expect.any(DOMException) }])
  })
})
