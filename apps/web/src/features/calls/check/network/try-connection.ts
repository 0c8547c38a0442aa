import type { WayIn } from '@parley/contract/calls.ts'
import { LocalVideoTrack, Room, Track } from 'livekit-client'
import { connectionOf, paths, type ConnectionState, type Path } from './connection-state.ts'
import { pathOf, qualityOf, type Stats } from './path-of.ts'

/** How long a way has to carry the picture, and how long it is then measured. */
const throughMs = 8000
const measureMs = 3000
const lookMs = 250

/**
 * Sends a small drawing into an empty room, over each way that a call may take, and tells what came of it: first how good
 * the one is that a call would take, then which of the others are shut. Nothing is captured for it.
 */
export async function tryConnection(
  fetchWay: () => Promise<WayIn>,
  signal: AbortSignal,
  tell: (connection: ConnectionState) => void,
): Promise<void> {
  const way = await fetchWay()
  const direct = await through({ way, signal }, async (look) => {
    const path = pathOf(await look())
    await pause(measureMs, signal)
    return path && { path, ...qualityOf(await look()) }
  })
  signal.throwIfAborted()
  if (!direct) {
    tell({ kind: 'blocked' })
    return
  }
  const { path: taken, ...quality } = direct
  const blocked: Path[] = paths.slice(0, paths.indexOf(taken))
  tell(connectionOf({ ...quality, blocked }))
  for (const path of paths.slice(paths.indexOf(taken) + 1)) {
    const found = await through({ way, signal, only: path }, async (look) => pathOf(await look()))
    signal.throwIfAborted()
    if (found !== path) blocked.push(path)
  }
  tell(connectionOf({ ...quality, blocked }))
}

interface Try {
  way: WayIn
  signal: AbortSignal
  only?: Path
}

/** Whatever `judge` makes of a connection that carries the drawing; undefined where none does. */
async function through<T>(
  { way, signal, only }: Try,
  judge: (look: () => Promise<Stats>) => Promise<T>,
): Promise<T | undefined> {
  const room = new Room()
  const drawing = draw()
  const end = AbortSignal.any([signal, AbortSignal.timeout(throughMs + measureMs)])
  const leave = () => void room.disconnect()
  end.addEventListener('abort', leave, { once: true })
  try {
    await room.connect(way.media_url, way.twilio_token, {
      ...(only === 'TURN' && { rtcConfig: { iceTransportPolicy: 'relay' } }),
    })
    await room.localParticipant.publishTrack(drawing.track, { source: Track.Source.Camera, simulcast: false })
    if (only === 'TCP') await room.simulateScenario('force-tcp')
    const look = async () => [...((await drawing.track.getRTCStatsReport())?.values() ?? [])] as Stats
    while (only === undefined ? pathOf(await look()) === undefined : pathOf(await look()) !== only)
      await pause(lookMs, end)
    return await judge(look)
  } catch {
    return undefined
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

/** Something that moves, so that there is something to send. */
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
