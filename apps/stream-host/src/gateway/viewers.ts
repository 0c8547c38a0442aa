import { isDeepStrictEqual } from 'node:util'
import { readInput, type Point } from '@parley/contract/rules/stream-input.ts'
import type { Bounds, Received, Steering } from './steering.ts'
import { smoothed, steer } from './steering.ts'
import type { Offer } from './offer.ts'
import type { Peer, PeerEvents } from './peer.ts'
import type { MediaFrame, MediaSocket } from './media-socket.ts'
import { openInputJudge } from './rights.ts'

interface Viewer {
  id: string
  /** One person may look on in several windows; each is a viewer, and control is theirs. */
  personId: string
  peer: Peer
  /** What it was answered to. */
  offer: Offer
  answer: Promise<string>
  isConnected: boolean
  /** Nothing is sent before a key frame: a picture that builds on what was never seen is none. */
  hasKey: boolean
  maxKbps: number
  received: Partial<Received>
}

export interface Asking {
  viewer: string
  personId: string
  offer: Offer
}

interface Given {
  media: Pick<MediaSocket, 'requestKeyFrame' | 'setBitrate' | 'input' | 'releaseAll'>
  openPeer: (id: string, offer: Offer, events: PeerEvents) => Peer
  clock: () => number
  bounds: Bounds
  startKbps: number
}

/** The library ends the whole process when there are no more ports: so many at most, and none waits for long. */
export const viewersMax = 12
const connectMs = 15_000
const keyFrameEveryMs = 300
export const heartbeatMs = 1000
/** How often the others are told where the holder points: for a name beside the pointer, which itself is in the picture. */
const pointEveryMs = 50

/** Everybody who looks at one instance, who of them has control, and at what rate it is sent to them. */
export function openViewers({ media, openPeer, clock, bounds, startKbps }: Given) {
  const viewers = new Map<string, Viewer>()
  let holder: string | undefined
  let title = ''
  let steering: Steering = { targetKbps: startKbps, calm: 0 }
  let sentBytes = 0
  let askedForKeyAt = -Infinity
  let pendingKey: NodeJS.Timeout | undefined
  let pointed: Point | undefined
  let pendingPoint: NodeJS.Timeout | undefined
  const counts = { done: 0, refused: 0 }

  function requestKeyFrame() {
    const wait = askedForKeyAt + keyFrameEveryMs - clock()
    if (wait <= 0) {
      askedForKeyAt = clock()
      media.requestKeyFrame()
    } else
      pendingKey ??= setTimeout(() => {
        pendingKey = undefined
        requestKeyFrame()
      }, wait)
  }

  const toldTo = ({ personId }: Viewer) => ({
    t: 'control',
    holder: holder ?? null,
    you: personId === holder,
    title,
  })
  const tellAll = () => viewers.forEach((one) => one.peer.tell(toldTo(one)))
  const isHolderThere = () => [...viewers.values()].some((one) => one.isConnected && one.personId === holder)

  function point({ x, y }: Point) {
    pointed = { x, y }
    pendingPoint ??= setTimeout(() => {
      pendingPoint = undefined
      if (!pointed) return
      for (const one of viewers.values())
        if (one.personId !== holder) one.peer.tell({ t: 'point', holder, ...pointed })
    }, pointEveryMs)
  }

  function leave(viewer: Viewer) {
    if (viewers.get(viewer.id) === viewer) viewers.delete(viewer.id)
    if (viewer.personId === holder && !isHolderThere()) media.releaseAll()
  }

  function doInput(message: Uint8Array) {
    media.input(message)
    const input = readInput(message)
    if (input && 'x' in input) point(input)
  }

  async function connect({ viewer: id, personId, offer }: Asking): Promise<string | undefined> {
    const before = viewers.get(id)
    // Its answer was lost on the way: another one would cut off whoever has the first.
    if (before && isDeepStrictEqual(before.offer, offer)) return before.answer
    if (!before && viewers.size >= viewersMax) return undefined
    before?.peer.close()
    const judge = openInputJudge(clock)
    const events: PeerEvents = {
      onConnected: () => {
        viewer.isConnected = true
        requestKeyFrame()
      },
      onClosed: () => leave(viewer),
      onListening: () => viewer.peer.tell(toldTo(viewer)),
      onFeedback: ({ wantsKeyFrame, loss, estimateKbps }) => {
        if (wantsKeyFrame) requestKeyFrame()
        if (loss !== undefined) viewer.received.loss = smoothed(viewer.received.loss, loss)
        if (estimateKbps !== undefined) viewer.received.estimateKbps = estimateKbps
      },
      onInput: (message) => {
        const judged = judge(message, viewer.personId === holder)
        counts[judged === 'done' ? 'done' : 'refused'] += 1
        if (judged === 'done' && message) doInput(message)
        if (judged === 'shut') close(viewer, 'input')
      },
    }
    const peer = openPeer(id, offer, events)
    const viewer: Viewer = {
      id,
      personId,
      peer,
      offer,
      answer: peer.answer(),
      isConnected: false,
      hasKey: false,
      maxKbps: offer.maxKbps ?? bounds.mostKbps,
      received: {},
    }
    viewers.set(id, viewer)
    if (offer.startKbps !== undefined && viewers.size === 1)
      setTarget({ ...steering, targetKbps: offer.startKbps })
    setTimeout(() => {
      if (!viewer.isConnected) viewer.peer.close()
    }, connectMs).unref()
    return viewer.answer
  }

  function close(viewer: Viewer, reason: string) {
    viewer.peer.tell({ t: 'bye', reason })
    viewer.peer.close()
  }

  const mostKbps = () => Math.min(bounds.mostKbps, ...[...viewers.values()].map((one) => one.maxKbps))

  function setTarget(next: Steering) {
    const targetKbps = Math.max(bounds.leastKbps, Math.min(next.targetKbps, mostKbps()))
    if (targetKbps !== steering.targetKbps) media.setBitrate(targetKbps)
    steering = { ...next, targetKbps }
  }

  function onFrame(frame: MediaFrame) {
    if (frame.kind === 'title') {
      title = frame.title
      return tellAll()
    }
    if (frame.kind === 'audio')
      return viewers.forEach(({ peer }) => peer.sendAudio(frame.packet, frame.samples))
    sentBytes += frame.unit.length
    for (const viewer of viewers.values()) {
      if (!viewer.isConnected) continue
      viewer.hasKey ||= frame.isKey
      if (viewer.hasKey) viewer.peer.sendVideo(frame.unit, frame.timeUs)
    }
  }

  /** Once a second: a sign of life to everybody, and another rate where the lines ask for one. */
  function beat() {
    viewers.forEach(({ peer }) => peer.tell({ t: 'hb' }))
    const connected = [...viewers.values()].filter((one) => one.isConnected)
    const received = connected.map(({ received: { loss = 0, estimateKbps } }) => ({ loss, estimateKbps }))
    const sentKbps = (sentBytes * 8) / heartbeatMs
    sentBytes = 0
    if (connected.length > 0)
      setTarget(steer(steering, received, sentKbps, { ...bounds, mostKbps: mostKbps() }))
  }

  return {
    connect,
    onFrame,
    beat,
    setHolder(personId: string | undefined) {
      if (personId === holder) return
      // Whatever the one before held down is not held by the next.
      media.releaseAll()
      holder = personId
      pointed = undefined
      tellAll()
    },
    /** Somebody who may not look on any more. */
    drop(id: string) {
      const viewer = viewers.get(id)
      if (viewer) close(viewer, 'removed')
    },
    status: () => ({
      // With those who are still connecting: their answer is good.
      viewers: [...viewers.keys()],
      title,
      targetKbps: steering.targetKbps,
      ...counts,
    }),
    /** The encoder was started anew. */
    onEncoder: () => {
      viewers.forEach((one) => void (one.hasKey = false))
      media.setBitrate(steering.targetKbps)
      requestKeyFrame()
    },
    close: () => viewers.forEach((one) => close(one, 'over')),
  }
}
