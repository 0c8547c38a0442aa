import { Room } from '@livekit/rtc-node'

/** Somebody in a call, without a browser. */
export interface CallPerson extends AsyncDisposable {
  /** The media server's name of this stay. */
  connection: string
  room: Room
  leave: () => Promise<void>
}

/** Connects to the media server as the holder of a token. */
export async function enterCall(url: string, token: string): Promise<CallPerson> {
  const room = new Room()
  await room.connect(url, token, { autoSubscribe: true, dynacast: false })
  const leave = () => room.disconnect()
  return {
    connection: room.localParticipant?.sid ?? '',
    room,
    leave,
    [Symbol.asyncDispose]: leave,
  }
}
