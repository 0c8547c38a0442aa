import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '../../../../../tests/support/events.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let address: string
beforeAll(async () => {
  stack = await startStack()
  address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack[Symbol.asyncDispose]())

const open = async () => (await stack.platform.metrics.liveStreams.get()).values[0]?.value ?? 0

/** A stream whose reader takes the first bytes and then never reads again. */
async function stalledStream(person: TestPerson) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const closed = once(socket, 'close')
  socket.write(`GET /api/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\n\r\n`)
  await once(socket, 'readable')
  return { closed, readOn: () => socket.resume() }
}

/** Sends more than the operating system buffers for a socket that nobody reads. */
async function flood(person: TestPerson): Promise<void> {
  const notice = { kind: 'import', id: 'x'.repeat(10_000) } as const
  for (let i = 0; i < 1000; i += 1) await stack.platform.live.publish([`person:${person.id}`], notice)
}

test(
  'a reader that stops reading is disconnected once its buffer is full, and other streams go on [WIRE-60]',
  { timeout: 60_000 },
  async () => {
    const stalled = await stack.make.person({ level: 'Super' })
    const other = await stack.make.person({ level: 'Super' })
    const stream = await stalledStream(stalled)
    const heard = await openEvents(`${address}/api/live`, other.token)
    expect(await open()).toBe(2)
    await flood(stalled)
    expect(await eventually(open, (count) => count === 1)).toBe(1)
    stream.readOn()
    await stream.closed
    await stack.platform.live.publish([`person:${other.id}`], { kind: 'import', id: other.id })
    await eventually(
      () => heard.notices,
      (notices) => notices.length === 1,
    )
    heard.stop()
    await eventually(open, (count) => count === 0)
  },
)

test('a stalled stream ends when its person signs out [WIRE-60]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  const stream = await stalledStream(person)
  await eventually(open, (count) => count === 1)
  await stack.as(person).post('/auth/logout')
  expect(await eventually(open, (count) => count === 0)).toBe(0)
  // Later notices to this person are not written to any stream.
  await stack.platform.live.publish([`person:${person.id}`], { kind: 'import', id: person.id })
  stream.readOn()
  await stream.closed
})

test('a sign-in has at most ten streams in a process, and one more ends the oldest [WIRE-61]', async () => {
  const person = await stack.make.person({ level: 'Super' })
  const streams: Awaited<ReturnType<typeof openEvents>>[] = []
  for (let i = 0; i < 12; i += 1) streams.push(await openEvents(`${address}/api/live`, person.token))
  expect(await open()).toBe(10)
  await Promise.all(streams.slice(0, 2).map(({ ended }) => ended))
  await stack.platform.live.publish([`person:${person.id}`], { kind: 'import', id: person.id })
  await eventually(
    () => streams.map(({ notices }) => notices.length).join(''),
    (counts) => counts === '001111111111',
  )
  for (const stream of streams) stream.stop()
})
