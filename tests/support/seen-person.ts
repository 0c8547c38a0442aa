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
} from '@livekit/rtc-node'
import { enterCall, type CallPerson } from './call-people.ts'

const size = { width: 64, height: 48 }
const frameMs = 100

/** Somebody in a call, without a browser, who sends pictures and counts those of the others. */
export interface SeenPerson extends CallPerson {
  /** When each picture of somebody else came. */
  pictures: readonly number[]
}

export async function enterSeen(url: string, token: string): Promise<SeenPerson> {
  const person = await enterCall(url, token)
  const pictures: number[] = []
  person.room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind === TrackKind.KIND_VIDEO) void count(new VideoStream(track), pictures)
  })
  const source = new VideoSource(size.width, size.height)
  const track = LocalVideoTrack.createVideoTrack('camera', source)
  const timer = setInterval(() => {
    const grey = Buffer.alloc(size.width * size.height * 4, (Date.now() / frameMs) % 256)
    source.captureFrame(new VideoFrame(grey, size.width, size.height, VideoBufferType.RGBA))
  }, frameMs)
  await person.room.localParticipant?.publishTrack(
    track,
    new TrackPublishOptions({ source: TrackSource.SOURCE_CAMERA, simulcast: false }),
  )
  const leave = async () => {
    clearInterval(timer)
    await person.leave()
  }
  return { ...person, pictures, leave, [Symbol.asyncDispose]: leave }
}

async function count(stream: VideoStream, pictures: number[]): Promise<void> {
  for await (const _ of stream) pictures.push(Date.now())
}
