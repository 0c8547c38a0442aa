import type { WayIn } from '@parley/contract/calls/calls.ts'
import { LocalVideoTrack, Room, RoomEvent, Track } from 'livekit-client'
import {
  connectionOf,
  paths,
  verdictOf,
  type ConnectionState,
  type Path,
  type TryEnd,
} from './connection-state.ts'
import { pathOf, qualityOf, type Stats } from './path-of.ts'

/** Deadline for a transport to carry the picture, and how long it is then measured. */
const throughMs = 8000
const measureMs = 3000
const lookMs = 250

/**
 * Sends a small drawing into an empty room over each transport and reports the results: first the quality of the transport
 * that a call would use, then which of the others are blocked. Nothing is captured for it.
 */
export async function tryConnection(
  fetchWay: () => Promise<WayIn>,
  signal: AbortSignal,
  tell: (connection: ConnectionState) => void,
): Promise<void> {
  const way = await fetchWay()
  let quality: Quality | undefined
  const direct = async (): Promise<TryEnd> =>
    through({ way, signal }, async (look) => {
      await pause(measureMs, signal)
      quality = qualityOf(await look())
    })
  const first = await direct()
  signal.throwIfAborted()
  const taken = first === 'UDP' ? first : verdictOf([first, await direct()])
  signal.throwIfAborted()
  if (taken === 'blocked' || taken === 'untested' || !quality) {
    tell({ kind: taken === 'blocked' ? taken : 'untested' })
    return
  }
  const blocked: Path[] = paths.slice(0, paths.indexOf(taken))
  tell(connectionOf({ ...quality, blocked }))
  for (const only of paths.slice(paths.indexOf(taken) + 1)) {
    const alone = () => through({ way, signal, only })
    const end = await alone()
    const verdict = end === only ? end : verdictOf([end, await alone()])
    signal.throwIfAborted()
    if (verdict === 'blocked') blocked.push(only)
  }
  tell(connectionOf({ ...quality, blocked }))
}

type Quality = ReturnType<typeof qualityOf>

interface Try {
  way: WayIn
  signal: AbortSignal
  only?: Path
}

/** Returns the transport that carries the drawing. `judge` measures the connection in the meantime. */
async function through(
  { way, signal, only }: Try,
  judge?: (look: () => Promise<Stats>) => Promise<void>,
): Promise<TryEnd> {
  // A signal that was aborted already fires no event: an attempt that begins after it would run to its end.
  signal.throwIfAborted()
  const room = new Room()
  const drawing = draw()
  const end = AbortSignal.any([signal, AbortSignal.timeout(throughMs + measureMs)])
  const leave = () => void room.disconnect()
  end.addEventListener('abort', leave, { once: true })
  const began = performance.now()
  let isAnswered = false
  let looks = 0
  // The server's answer comes before any media. From then on a failure is the network's.
  room.once(RoomEvent.SignalConnected, () => {
    isAnswered = true
  })
  try {
    await room.connect(way.media_url, way.twilio_token, {
      ...(only === 'TURN' && { rtcConfig: { iceTransportPolicy: 'relay' } }),
    })
    await room.localParticipant.publishTrack(drawing.track, { source: Track.Source.Camera, simulcast: false })
    if (only === 'TCP') await room.simulateScenario('force-tcp')
    const look = async () => [...((await drawing.track.getRTCStatsReport())?.values() ?? [])] as Stats
    let path = pathOf(await look())
    while (only === undefined ? path === undefined : path !== only) {
      await pause(lookMs, end)
      looks += 1
      path = pathOf(await look())
    }
    await judge?.(look)
    return path ?? 'unclear'
  } catch {
    // If there were far fewer looks than time allowed, the device was busy with something else.
    const isBusy = looks > 0 && looks < (performance.now() - began) / lookMs / 4
    return isAnswered && !isBusy ? 'shut' : 'unclear'
  } finally {
    end.removeEventListener('abort', leave)
    drawing.stop()
    await room.disconnect()
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
  })

/** A moving drawing, so that there is something to send. */
function draw(): { track: LocalVideoTrack; stop: () => void } {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 180
  const pen = canvas.getContext('2d')
  let turn = 0
  const timer = setInterval(() => {
    turn += 40
    if (!pen) return
    pen.fillStyle = `hsl(${turn} 60% 50%)`
    pen.fillRect(turn % canvas.width, 0, 40, canvas.height)
  }, 66)
  const [captured] = canvas.captureStream(15).getVideoTracks()
  if (!captured) throw new Error('this browser cannot send a drawing')
  const track = new LocalVideoTrack(captured)
  return {
    track,
    stop: () => {
      clearInterval(timer)
      track.stop()
    },
  }
}
