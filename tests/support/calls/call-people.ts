import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Room } from '@livekit/rtc-node'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'

// Outside production the library logs at level debug, and it exports no way to change that. Its logger is pino's.
const load = createRequire(import.meta.url)
const library = load(join(dirname(load.resolve('@livekit/rtc-node')), 'log.cjs')) as {
  log: { level: string }
}
library.log.level = 'warn'

const [node] = addresses(herePlaces()).media.nodes
/** The media node that all tests share, reached without the front proxy. */
export const mediaUrl = node?.url ?? ''
export const signalling = mediaUrl.replace('http', 'ws')

/** A participant in a call without a browser. */
export interface CallPerson extends AsyncDisposable {
  /** LiveKit's id of this stay. */
  connection: string
  /** When they were connected. */
  since: number
  room: Room
  leave: () => Promise<void>
}

const leaveMs = 5000

/** Connects to LiveKit with a token. */
export async function enterCall(url: string, token: string): Promise<CallPerson> {
  const room = new Room()
  await room.connect(url, token, { autoSubscribe: true, dynacast: false })
  // On a half-dead connection the library's disconnect() never resolves, so stop waiting after `leaveMs`.
  const leave = () => Promise.race([room.disconnect(), pause(leaveMs)])
  return {
    connection: room.localParticipant?.sid ?? '',
    since: Date.now(),
    room,
    leave,
    [Symbol.asyncDispose]: leave,
  }
}
