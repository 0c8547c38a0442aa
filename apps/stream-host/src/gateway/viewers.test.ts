import { writeInput } from '@parley/contract/rules/calls/stream-input.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readOffer, type Offer } from './offer.ts'
import type { PeerEvents } from './peer.ts'
import { chromiumOffer } from './sample-offers.ts'
import { openViewers, viewersMax } from './viewers.ts'

const offer = readOffer(chromiumOffer) as Offer
const key = { kind: 'video', isKey: true, timeUs: 1, unit: Buffer.from('key') } as const
const delta = { kind: 'video', isKey: false, timeUs: 2, unit: Buffer.from('delta') } as const
const press = Buffer.from(writeInput({ kind: 'key', keycode: 10, isDown: true }))

let now = 0
function opened() {
  const media = {
    requestKeyFrame: vi.fn<() => void>(),
    setBitrate: vi.fn<(kbps: number) => void>(),
    input: vi.fn<(message: Uint8Array) => void>(),
    releaseAll: vi.fn<() => void>(),
  }
  const peers = new Map<string, { events: PeerEvents; sent: Buffer[]; told: object[]; isClosed: boolean }>()
  const viewers = openViewers({
    media,
    clock: () => now,
    startKbps: 4000,
    bounds: { leastKbps: 600, mostKbps: 8000 },
    openPeer: (id, _offer, events) => {
      const peer = { events, sent: [] as Buffer[], told: [] as object[], isClosed: false }
      peers.set(id, peer)
      return {
        answer: async () => `answer for ${id}`,
        sendVideo: (unit) => void peer.sent.push(unit),
        sendAudio: () => {},
        tell: (told) => void peer.told.push(told),
        close: () => {
          if (peer.isClosed) return
          peer.isClosed = true
          events.onClosed()
        },
      }
    },
  })
  const come = async (id: string, given: Partial<Offer> = {}) => {
    await viewers.connect({ viewer: id, personId: id, offer: { ...offer, ...given } })
    const peer = peers.get(id)
    if (!peer) throw new Error('nobody came')
    peer.events.onConnected()
    return peer
  }
  return { media, viewers, come, peers }
}
beforeEach(() => void (now = 0))

test('a new viewer asks for a key frame and is sent nothing before it', async () => {
  const { viewers, come, media } = opened()
  const dana = await come('dana')
  expect(media.requestKeyFrame).toHaveBeenCalledOnce()
  for (const frame of [delta, key, delta]) viewers.onFrame(frame)
  expect(dana.sent.map(String)).toEqual(['key', 'delta'])
  now = 1000
  const tomas = await come('tomas')
  viewers.onFrame(delta)
  expect(tomas.sent).toEqual([])
})

test('key frames are requested every 300 ms at most, and a request in between is made later', async () => {
  vi.useFakeTimers()
  const { come, media } = opened()
  const dana = await come('dana')
  for (let i = 0; i < 20; i += 1)
    dana.events.onFeedback({ wantsKeyFrame: true, loss: undefined, estimateKbps: undefined })
  expect(media.requestKeyFrame).toHaveBeenCalledOnce()
  now = 300
  vi.advanceTimersByTime(300)
  expect(media.requestKeyFrame).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test("only the holder's input reaches the display, and everybody is told who has control [STREAM-32]", async () => {
  const { viewers, come, media } = opened()
  viewers.setHolder('dana')
  const [dana, tomas] = [await come('dana'), await come('tomas')]
  tomas.events.onInput(press)
  expect(media.input).not.toHaveBeenCalled()
  dana.events.onInput(press)
  expect(media.input).toHaveBeenCalledOnce()
  viewers.setHolder('tomas')
  dana.events.onInput(press)
  expect(media.input).toHaveBeenCalledOnce()
  tomas.events.onInput(press)
  expect(media.input).toHaveBeenCalledTimes(2)
  expect(dana.told.at(-1)).toMatchObject({ t: 'control', holder: 'tomas', you: false })
  expect(tomas.told.at(-1)).toMatchObject({ t: 'control', holder: 'tomas', you: true })
})

test("the holder's pointer is sent to the others twenty times a second at most, and not after control has changed", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { viewers, come } = opened()
  viewers.setHolder('dana')
  const [dana, tomas] = [await come('dana'), await come('tomas')]
  const move = (x: number) => Buffer.from(writeInput({ kind: 'move', x, y: 7 }))
  const points = (peer: typeof dana) => peer.told.filter((told) => 't' in told && told.t === 'point')
  for (let x = 0; x < 100; x += 1) dana.events.onInput(move(x))
  dana.events.onInput(press)
  expect(points(tomas)).toEqual([])
  vi.advanceTimersByTime(50)
  expect(points(tomas)).toEqual([{ t: 'point', holder: 'dana', x: 99, y: 7 }])
  vi.advanceTimersByTime(1000)
  tomas.events.onInput(move(1))
  vi.advanceTimersByTime(1000)
  expect(points(tomas)).toHaveLength(1)
  dana.events.onInput(move(100))
  viewers.setHolder('tomas')
  vi.advanceTimersByTime(1000)
  expect(points(tomas)).toHaveLength(1)
  expect(points(dana)).toEqual([])
})

test('while nobody has control no input is done', async () => {
  const { viewers, come, media } = opened()
  const tomas = await come('tomas')
  viewers.setHolder(undefined)
  tomas.events.onInput(press)
  expect(media.input).not.toHaveBeenCalled()
})

test('held keys are released when control changes and when the holder leaves', async () => {
  const { viewers, come, media } = opened()
  viewers.setHolder('dana')
  const dana = await come('dana')
  media.releaseAll.mockClear()
  viewers.setHolder('dana')
  expect(media.releaseAll).not.toHaveBeenCalled()
  dana.events.onClosed()
  expect(media.releaseAll).toHaveBeenCalledOnce()
  viewers.setHolder('tomas')
  expect(media.releaseAll).toHaveBeenCalledTimes(2)
})

test('a viewer who connects again replaces their old connection', async () => {
  const { viewers, come } = opened()
  const first = await come('dana')
  const second = await come('dana', { ufrag: 'another' })
  expect(first.isClosed).toBe(true)
  expect(second.isClosed).toBe(false)
  expect(viewers.status().viewers).toEqual(['dana'])
})

test('the same offer sent again gets the same answer and disconnects nobody', async () => {
  const { viewers, come } = opened()
  const first = await come('dana')
  expect(await viewers.connect({ viewer: 'dana', personId: 'dana', offer: { ...offer } })).toBe(
    'answer for dana',
  )
  expect(first.isClosed).toBe(false)
})

test('a dropped viewer is told and disconnected, and nobody else is', async () => {
  const { viewers, come } = opened()
  const [dana, tomas] = [await come('dana'), await come('tomas')]
  viewers.drop('tomas')
  expect(tomas.told.at(-1)).toEqual({ t: 'bye', reason: 'removed' })
  expect([dana.isClosed, tomas.isClosed]).toEqual([false, true])
})

test('a viewer who was answered counts before they are connected, and can be dropped', async () => {
  const { viewers, peers } = opened()
  await viewers.connect({ viewer: 'tomas', personId: 'tomas', offer })
  expect(viewers.status().viewers).toEqual(['tomas'])
  viewers.drop('tomas')
  expect(peers.get('tomas')?.isClosed).toBe(true)
  expect(viewers.status().viewers).toEqual([])
})

test('one viewer more than twelve is refused', async () => {
  const { viewers, come } = opened()
  for (let i = 0; i < viewersMax; i += 1) await come(`viewer ${i}`)
  expect(await viewers.connect({ viewer: 'one more', personId: 'x', offer })).toBeUndefined()
})

test("the bitrate stays below the lowest maximum that a viewer's page asks for", async () => {
  const { viewers, come, media } = opened()
  await come('dana', { startKbps: 10_000, maxKbps: 5000 })
  expect(media.setBitrate).toHaveBeenLastCalledWith(5000)
  await come('tomas', { startKbps: 1000, maxKbps: 2000 })
  now = 1000
  viewers.beat()
  expect(media.setBitrate).toHaveBeenLastCalledWith(2000)
})
