import { isDeepStrictEqual } from 'node:util'
import { readInput, type Point } from '@parley/contract/rules/calls/stream-input.ts'
import { openBitrate, smoothed, type Bounds, type Received } from './steering.ts'
import type { Offer } from './offer.ts'
import type { Peer, PeerEvents } from './peer.ts'
import type { MediaFrame, MediaSocket } from './media-socket.ts'
import { openInputJudge } from './rights.ts'

interface Viewer {
  id: string
  /** A person may watch in several windows. Each is a viewer; control belongs to the person. */
  personId: string
  peer: Peer
  /** The offer that was answered. */
  offer: Offer
  answer: Promise<string>
  isConnected: boolean
  /** Nothing is sent before a key frame: without it a picture cannot be decoded. */
  hasKey: boolean
  maxKbps: number
  received: Partial<Received>
}

export interface Asking {
  viewer: string
  personId: string
  offer: Offer
}

interface ViewersDeps {
  media: Pick<MediaSocket, 'requestKeyFrame' | 'setBitrate' | 'input' | 'releaseAll'>
  openPeer: (id: string, offer: Offer, events: PeerEvents) => Peer
  clock: () => number
  bounds: Bounds
  startKbps: number
}

/** The library ends the whole process when it runs out of ports: limit the viewers, and the time each takes to connect. */
export const viewersMax = 12
const connectMs = 15_000
const keyFrameEveryMs = 300
export const heartbeatMs = 1000
/** How often the others learn where the holder points, for the name beside the pointer. The picture shows the pointer. */
const pointEveryMs = 50

/** The viewers of one instance, who of them has control, and the bitrate for all of them. */
// Longer than 80 lines: every act reads or changes the same viewers and holder.
export function openViewers({ media, openPeer, clock, bounds, startKbps }: ViewersDeps) {
  const viewers = new Map<string, Viewer>()
  let holder: string | undefined
  let title = ''
  const counts = { done: 0, refused: 0 }

  const requestKeyFrame = keyFrameRequests(media, clock)
  const bitrate = openBitrate({ media, bounds, startKbps, viewers, everyMs: heartbeatMs })
  const pointing = openPointing((point) => {
    for (const one of viewers.values())
      if (one.personId !== holder) one.peer.tell({ t: 'point', holder, ...point })
  })

  const controlFor = ({ personId }: Viewer) => ({
    t: 'control',
    holder: holder ?? null,
    you: personId === holder,
    title,
  })
  const tellAll = () => viewers.forEach((one) => one.peer.tell(controlFor(one)))
  const isHolderThere = () => [...viewers.values()].some((one) => one.isConnected && one.personId === holder)

  function leave(viewer: Viewer) {
    if (viewers.get(viewer.id) === viewer) viewers.delete(viewer.id)
    if (viewer.personId === holder && !isHolderThere()) media.releaseAll()
  }

  function doInput(message: Uint8Array) {
    media.input(message)
    const input = readInput(message)
    if (input && 'x' in input) pointing.show(input)
  }

  async function connect({ viewer: id, personId, offer }: Asking): Promise<string | undefined> {
    const before = viewers.get(id)
    // The answer was lost on the way: a new one would cut off the page that has the first.
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
      onListening: () => viewer.peer.tell(controlFor(viewer)),
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
    if (offer.startKbps !== undefined && viewers.size === 1) bitrate.begin(offer.startKbps)
    setTimeout(() => {
      if (!viewer.isConnected) viewer.peer.close()
    }, connectMs).unref()
    return viewer.answer
  }

  function close(viewer: Viewer, reason: string) {
    viewer.peer.tell({ t: 'bye', reason })
    viewer.peer.close()
  }

  function onFrame(frame: MediaFrame) {
    if (frame.kind === 'title') {
      title = frame.title
      return tellAll()
    }
    if (frame.kind === 'audio')
      return viewers.forEach(({ peer }) => peer.sendAudio(frame.packet, frame.samples))
    bitrate.count(frame.unit.length)
    for (const viewer of viewers.values()) {
      if (!viewer.isConnected) continue
      viewer.hasKey ||= frame.isKey
      if (viewer.hasKey) viewer.peer.sendVideo(frame.unit, frame.timeUs)
    }
  }

  /** Once a second: a heartbeat to everybody, and a new bitrate if the reports ask for one. */
  function beat() {
    viewers.forEach(({ peer }) => peer.tell({ t: 'hb' }))
    bitrate.beat()
  }

  return {
    connect,
    onFrame,
    beat,
    setHolder(personId: string | undefined) {
      if (personId === holder) return
      // Releases the keys and buttons that the previous holder held down.
      media.releaseAll()
      holder = personId
      pointing.forget()
      tellAll()
    },
    /** Disconnects a viewer who may no longer watch. */
    drop(id: string) {
      const viewer = viewers.get(id)
      if (viewer) close(viewer, 'removed')
    },
    status: () => ({
      // Includes viewers who are still connecting: their answer is valid.
      viewers: [...viewers.keys()],
      title,
      targetKbps: bitrate.targetKbps(),
      ...counts,
    }),
    /** The encoder was restarted. */
    onEncoder: () => {
      viewers.forEach((one) => void (one.hasKey = false))
      media.setBitrate(bitrate.targetKbps())
      requestKeyFrame()
    },
    close: () => viewers.forEach((one) => close(one, 'over')),
  }
}

/** Returns a function that asks the encoder for a key frame, but not too often: then it asks once more at the end. */
function keyFrameRequests(media: ViewersDeps['media'], clock: () => number) {
  let askedAt = -Infinity
  let pending: NodeJS.Timeout | undefined
  return function requestKeyFrame() {
    const wait = askedAt + keyFrameEveryMs - clock()
    if (wait <= 0) {
      askedAt = clock()
      media.requestKeyFrame()
    } else
      pending ??= setTimeout(() => {
        pending = undefined
        requestKeyFrame()
      }, wait)
  }
}

/** Where the holder points, told at most once in `pointEveryMs`. */
function openPointing(tell: (point: Point) => void) {
  let pointed: Point | undefined
  let pending: NodeJS.Timeout | undefined
  return {
    show({ x, y }: Point) {
      pointed = { x, y }
      pending ??= setTimeout(() => {
        pending = undefined
        if (pointed) tell(pointed)
      }, pointEveryMs)
    },
    forget() {
      pointed = undefined
    },
  }
}
