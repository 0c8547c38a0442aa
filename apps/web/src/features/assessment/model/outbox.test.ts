import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settledText } from '@parley/contract/rules/assessment/assessment.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { openOutbox, type Failure, type Outbox } from './outbox.ts'
import { placeOf, type Answer, type Unsent } from './unsent.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-16T14:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

const about = { sessionId: 'session-1', userId: 'client-kwame' }
const shown = (path: string, value: boolean | null = true): Answer => ({
  kind: 'criterion',
  conversation: 0,
  path,
  value,
})
const notes = (data: string, base = 0): Answer => ({
  kind: 'text',
  conversation: 0,
  path: 'notes',
  data,
  base,
})

/** A device that several pages share. */
function makeDevice(room = Infinity) {
  const rows = new Map<string, Unsent>()
  const watchers = new Set<() => void>()
  const tell = () => watchers.forEach((watcher) => watcher())
  const kept: KeptAnswers = {
    all: () => [...rows.values()].toSorted((a, b) => a.at - b.at),
    put: (unsent) => {
      const isTaken = rows.size < room
      if (isTaken) rows.set(unsent.clientId, unsent)
      tell()
      return isTaken
    },
    remove: (clientId) => {
      rows.delete(clientId)
      tell()
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
  return { kept, rows }
}

/** A fake server: it stores each client id once, a later answer replaces an earlier one, and of two texts it keeps both. */
function makeServer() {
  const names = new Map<string, number>()
  const standing = new Map<string, { said: Answer; number: number }>()
  const came: Answer[] = []
  const fault = { kind: undefined as Failure['kind'] | 'lost answer' | undefined }
  /** Sessions whose assessor has lost the right. */
  const lost = new Set<string>()
  const send = async ({ clientId, sessionId, said }: Unsent) => {
    await Promise.resolve()
    if (lost.has(sessionId) && !fault.kind) throw new Error('not-theirs')
    if (fault.kind && fault.kind !== 'lost answer') throw new Error(fault.kind)
    const place = placeOf(said)
    const known = standing.get(place)
    if (!names.has(clientId)) {
      names.set(clientId, names.size + 1)
      came.push(said)
      const before = known?.said.kind === 'text' ? { data: known.said.data, number: known.number } : undefined
      const settled =
        said.kind === 'text'
          ? { ...said, data: settledText(before, { data: said.data, base: said.base, author: 'Dana' }) }
          : said
      standing.set(place, { said: settled, number: names.size })
    }
    if (fault.kind === 'lost answer') throw new Error('away')
    const now = standing.get(place)
    return {
      number: names.get(clientId) ?? 0,
      at: new Date().toISOString(),
      data: now?.said.kind === 'text' ? now.said.data : undefined,
    }
  }
  return { send, standing, came, fault, lost }
}

let named = 0
function open(
  device: ReturnType<typeof makeDevice>,
  server: ReturnType<typeof makeServer>,
  held = { is: false },
) {
  const logged: string[] = []
  const outbox: Outbox = openOutbox({
    kept: device.kept,
    send: server.send,
    failureOf: (error) => ({ kind: (error as Error).message as Failure['kind'], message: 'No.' }),
    alone: async (act) => {
      if (held.is) return false
      held.is = true
      await act().finally(() => (held.is = false))
      return true
    },
    onFailure: (error) => logged.push((error as Error).message),
    newId: () => `answer-${(named += 1)}`,
  })
  return { outbox, logged }
}

test('an answer is on the device before it is sent, and is removed once the server has stored it', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox } = open(device, server)
  outbox.say(about, shown('a/b/c'))
  expect(device.rows.size).toBe(1)
  expect(outbox.read().unsent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(server.came).toEqual([shown('a/b/c')])
  expect(device.rows.size).toBe(0)
  expect(outbox.read().stored.at(-1)).toMatchObject({ stored: { number: 1 } })
})

test('answers wait while the server is away, the failure is logged, and they are sent once it is back [ASSESS-21]', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox, logged } = open(device, server)
  server.fault.kind = 'away'
  outbox.say(about, shown('a/b/c'))
  outbox.say(about, shown('a/b/c', false))
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(outbox.read()).toMatchObject({ isAway: true, stored: [] })
  expect(outbox.read().unsent).toHaveLength(2)
  expect(logged.length).toBeGreaterThan(0)
  server.fault.kind = undefined
  outbox.tryNow()
  await vi.advanceTimersByTimeAsync(10)
  expect(server.came).toEqual([shown('a/b/c'), shown('a/b/c', false)])
  expect(outbox.read()).toMatchObject({ isAway: false, unsent: [] })
})

test('scoring on while the server is away does not postpone the next retry', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox } = open(device, server)
  server.fault.kind = 'away'
  outbox.say(about, shown('a/b/0'))
  await vi.advanceTimersByTimeAsync(5000)
  server.fault.kind = undefined
  for (let i = 1; i <= 20; i += 1) {
    outbox.say(about, shown(`a/b/${i}`))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(server.came).toHaveLength(21)
})

test('an answer that a closed page left behind is sent by the next page and stored once', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const first = open(device, server)
  server.fault.kind = 'lost answer'
  first.outbox.say(about, shown('a/b/c'))
  await vi.advanceTimersByTimeAsync(100)
  first.outbox.close()
  server.fault.kind = undefined
  const { outbox } = open(device, server)
  expect(outbox.read().unsent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(server.came).toHaveLength(1)
  expect(device.rows.size).toBe(0)
})

test('a text is sent whole after a pause in typing, and at once when its author leaves the field', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox } = open(device, server)
  for (const text of ['C', 'Cl', 'Cle', 'Clear']) {
    outbox.say(about, notes(text))
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(server.came).toEqual([])
  expect(device.rows.size).toBe(1)
  await vi.advanceTimersByTimeAsync(800)
  expect(server.came).toEqual([notes('Clear')])
  outbox.say(about, notes('Clear.', 1))
  outbox.hurry()
  await vi.advanceTimersByTimeAsync(10)
  expect(server.came.at(-1)).toEqual(notes('Clear.', 1))
})

test('notes are sent after the pause even if the clock is set back during it', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox } = open(device, server)
  outbox.say(about, notes('A pause.'))
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(server.came).toEqual([notes('A pause.')])
  expect(outbox.read().unsent).toEqual([])
})

test("text typed on while its first part is being sent is stored once, below another author's text", async () => {
  const [device, server] = [makeDevice(), makeServer()]
  server.standing.set('0/notes', { said: notes('Ingrid was first.'), number: 7 })
  const { outbox } = open(device, server)
  const slow = Promise.withResolvers<undefined>()
  const send = server.send
  server.send = async (unsent) => {
    await slow.promise
    return send(unsent)
  }
  const reopened = open(device, server).outbox
  outbox.close()
  reopened.say(about, notes('Then Dana'))
  reopened.hurry()
  await vi.advanceTimersByTimeAsync(10)
  reopened.say(about, notes('Then Dana wrote.'))
  slow.resolve(undefined)
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.standing.get('0/notes')?.said).toMatchObject({
    data: 'Ingrid was first.\n\nDana:\nThen Dana wrote.',
  })
  expect(device.rows.size).toBe(0)
})

test('losing the right to assess a session drops its answers, and those of another session are sent', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox } = open(device, server)
  server.fault.kind = 'away'
  outbox.say(about, shown('a/b/c'))
  outbox.say({ ...about, sessionId: 'session-2' }, shown('a/b/e'))
  outbox.say(about, shown('a/b/d'))
  await vi.advanceTimersByTimeAsync(0)
  expect(device.rows.size).toBe(3)
  server.lost.add('session-1')
  server.fault.kind = undefined
  await vi.advanceTimersByTimeAsync(120_000)
  expect(outbox.read().dropped).toEqual(new Map([['session-1', 2]]))
  expect(server.came).toEqual([shown('a/b/e')])
  expect(device.rows.size).toBe(0)
})

test('a refused answer stays on the device, is reported with its reason, and does not hold up the next one', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox } = open(device, server)
  server.fault.kind = 'refused'
  outbox.say(about, shown('a/b/gone'))
  await vi.advanceTimersByTimeAsync(10)
  server.fault.kind = undefined
  outbox.say(about, shown('a/b/c'))
  await vi.advanceTimersByTimeAsync(10)
  expect(server.came).toEqual([shown('a/b/c')])
  expect([...outbox.read().refused.values()]).toEqual(['No.'])
  expect(device.rows.size).toBe(1)
})

test('a refused answer is sent again when its author retries it, and removed when they discard it [ASSESS-33]', async () => {
  const [device, server] = [makeDevice(), makeServer()]
  const { outbox } = open(device, server)
  server.fault.kind = 'refused'
  outbox.say(about, shown('a/b/one'))
  outbox.say(about, shown('a/b/two'))
  await vi.advanceTimersByTimeAsync(10)
  server.fault.kind = undefined
  const [one, two] = [...outbox.read().refused.keys()]
  outbox.retry(one ?? '')
  await vi.advanceTimersByTimeAsync(10)
  expect(server.came).toEqual([shown('a/b/one')])
  expect([...outbox.read().refused.keys()]).toEqual([two])
  outbox.discard(two ?? '')
  await vi.advanceTimersByTimeAsync(10)
  expect([server.came.length, device.rows.size, outbox.read().refused.size]).toEqual([1, 0, 0])
})

test('when the device is full, the outbox reports that the answer is only in this page, and sends it from there', async () => {
  const [device, server] = [makeDevice(0), makeServer()]
  const { outbox } = open(device, server)
  server.fault.kind = 'away'
  outbox.say(about, shown('a/b/c'))
  await vi.advanceTimersByTimeAsync(10)
  expect(outbox.read()).toMatchObject({ isOnlyHere: true })
  server.fault.kind = undefined
  outbox.tryNow()
  await vi.advanceTimersByTimeAsync(10)
  expect(server.came).toHaveLength(1)
  expect(outbox.read()).toMatchObject({ isOnlyHere: false, unsent: [] })
})

test('with two tabs open, the answers of both are sent, each once', async () => {
  const [device, server, held] = [makeDevice(), makeServer(), { is: false }]
  const [one, two] = [open(device, server, held).outbox, open(device, server, held).outbox]
  one.say(about, shown('a/b/c'))
  two.say(about, shown('a/b/d', false))
  await vi.advanceTimersByTimeAsync(3000)
  expect(server.came).toEqual([shown('a/b/c'), shown('a/b/d', false)])
  expect([one.read().unsent, two.read().unsent]).toEqual([[], []])
})

test('after any faults and reloads the server has the last answer of each place and every word of its last text', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('set' as const),
      path: fc.constantFrom('a', 'b', 'c'),
      value: fc.option(fc.boolean()),
    }),
    fc.record({ do: fc.constant('write' as const), text: fc.string({ minLength: 1, maxLength: 6 }) }),
    fc.record({ do: fc.constant('fault' as const), kind: fc.constantFrom('away', 'lost answer', undefined) }),
    fc.record({ do: fc.constant('reload' as const) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 5000 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const [device, server] = [makeDevice(), makeServer()]
      let outbox = open(device, server).outbox
      const last = new Map<string, Answer>()
      for (const each of steps) {
        if (each.do === 'set') {
          const said = shown(each.path, each.value)
          last.set(placeOf(said), said)
          outbox.say(about, said)
        } else if (each.do === 'write') {
          const base = outbox.read().stored.findLast(({ said }) => said.kind === 'text')?.stored.number ?? 0
          const unsent = outbox.read().unsent.find(({ said }) => said.kind === 'text')?.said
          const said = notes(each.text, unsent?.kind === 'text' ? unsent.base : base)
          last.set(placeOf(said), said)
          outbox.say(about, said)
        } else if (each.do === 'fault') server.fault.kind = each.kind
        else if (each.do === 'wait') await vi.advanceTimersByTimeAsync(each.ms)
        else {
          outbox.close()
          outbox = open(device, server).outbox
        }
      }
      server.fault.kind = undefined
      outbox.tryNow()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(device.rows.size).toBe(0)
      // If the author had not seen an earlier version, their text may be stored below it, but none of its words is lost.
      const missing = [...last].filter(([place, said]) => !isWithin(said, server.standing.get(place)?.said))
      expect(missing).toEqual([])
      outbox.close()
    }),
    { numRuns: 100 },
  )
})

function isWithin(said: Answer, stood: Answer | undefined): boolean {
  if (said.kind !== 'text') return JSON.stringify(said) === JSON.stringify(stood)
  return stood?.kind === 'text' && said.data.split(/\s+/).every((word) => stood.data.includes(word))
}
