import {
  LocalVideoTrack,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
  VideoStream,
  type Room,
} from '@livekit/rtc-node'
import { enterCall, type CallPerson } from './call-people.ts'

const size = { width: 64, height: 48 }
/** The time between two frames. */
const usualMs = 100

/** A participant without a browser, who sends video and records the frames of the others. */
export interface SeenPerson extends CallPerson {
  /** When each frame of the others arrived. */
  pictures: readonly number[]
  /** Shares a screen until the returned function is called. */
  share: () => Promise<() => Promise<void>>
}

export async function enterSeen(url: string, token: string, frameMs = usualMs): Promise<SeenPerson> {
  const person = await enterCall(url, token)
  const pictures: number[] = []
  person.room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind === TrackKind.KIND_VIDEO) void count(new VideoStream(track), pictures)
  })
  const stopCamera = await send(person.room, TrackSource.SOURCE_CAMERA, frameMs).catch(
    async (error: unknown) => {
      await person.leave()
      throw new Error(`in the call as ${person.connection}, and nothing could be sent: ${String(error)}`)
    },
  )
  const leave = async () => {
    stopCamera()
    await person.leave()
  }
  return {
    ...person,
    pictures,
    leave,
    share: async () => {
      const stop = await send(person.room, TrackSource.SOURCE_SCREENSHARE, frameMs)
      return async () => {
        const sid = stop()
        if (sid !== undefined) await person.room.localParticipant?.unpublishTrack(sid)
      }
    },
    [Symbol.asyncDispose]: leave,
  }
}

/** Sends video until the returned function is called, which returns the publication's sid. */
async function send(room: Room, kind: TrackSource, frameMs: number): Promise<() => string | undefined> {
  const source = new VideoSource(size.width, size.height)
  const track = LocalVideoTrack.createVideoTrack('pictures', source)
  const timer = setInterval(() => {
    const grey = Buffer.alloc(size.width * size.height * 4, (Date.now() / frameMs) % 256)
    source.captureFrame(new VideoFrame(grey, size.width, size.height, VideoBufferType.RGBA))
  }, frameMs)
  const published = await room.localParticipant?.publishTrack(
    track,
    new TrackPublishOptions({ source: kind, simulcast: false }),
  )
  return () => {
    clearInterval(timer)
    return published?.sid
  }
}

async function count(stream: VideoStream, pictures: number[]): Promise<void> {
  for await (const _ of stream) pictures.push(Date.now())
}
