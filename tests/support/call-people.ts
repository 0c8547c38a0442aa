import { setTimeout as pause } from 'node:timers/promises'
import { Room } from '@livekit/rtc-node'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'

const [node] = addresses(herePlaces()).media.nodes
/** The media node that everybody uses, past the front proxy. */
export const mediaUrl = node?.url ?? ''
export const signalling = mediaUrl.replace('http', 'ws')

/** Somebody in a call, without a browser. */
export interface CallPerson extends AsyncDisposable {
  /** The media server's name of this stay. */
  connection: string
  /** When they were in. */
  since: number
  room: Room
  leave: () => Promise<void>
}

const leaveMs = 5000

/** Connects to the media server as the holder of a token. */
export async function enterCall(url: string, token: string): Promise<CallPerson> {
  const room = new Room()
  await room.connect(url, token, { autoSubscribe: true, dynacast: false })
  // A connection that is half dead is never let go of by the library: whoever waits for it would wait for ever.
  const leave = () => Promise.race([room.disconnect(), pause(leaveMs)])
  return {
    connection: room.localParticipant?.sid ?? '',
    since: Date.now(),
    room,
    leave,
    [Symbol.asyncDispose]: leave,
  }
}
