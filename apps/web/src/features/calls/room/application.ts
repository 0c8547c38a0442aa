import {
  Track,
  type LocalTrackPublication,
  type Participant,
  type Room,
  type TrackPublication,
} from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Picture } from './call-state.ts'

/** What the holder passes on bears this name: it is no screen of theirs. */
const name = 'application'

export const isApplication = ({ trackName }: { trackName: string }): boolean => trackName === name

/** Somebody's shared screen, which the application is not. */
export const screenSentBy = (person: Participant): TrackPublication | undefined =>
  [...person.trackPublications.values()].find(
    (sent) => sent.source === Track.Source.ScreenShare && !isApplication(sent),
  )

const { fps } = constants.capture
const bitrate = 4_000_000

/**
 * An application that has one viewer: whoever has control receives it and sends it on to the others. A room lets people
 * send cameras, microphones and screens, so it goes as a screen of another name.
 */
export function makeApplication(room: Room, refresh: () => void) {
  let wanted: MediaStream | undefined
  let sent: LocalTrackPublication[] = []
  /** One change after the other: what is taken back while it goes out is taken back. */
  let turn: Promise<void> = Promise.resolve()

  async function takeBack(): Promise<void> {
    const old = sent
    sent = []
    for (const { track } of old) if (track) await room.localParticipant.unpublishTrack(track, false)
  }
  async function send(): Promise<void> {
    for (const track of wanted?.getTracks() ?? [])
      sent.push(
        await room.localParticipant.publishTrack(track, {
          name,
          source: track.kind === 'video' ? Track.Source.ScreenShare : Track.Source.ScreenShareAudio,
          simulcast: false,
          screenShareEncoding: { maxBitrate: bitrate, maxFramerate: fps },
          // It is music and voices, not one voice near a microphone.
          dtx: false,
        }),
      )
  }
  function change(act: () => Promise<void>): Promise<void> {
    // With a connection that is gone the next one sends it.
    turn = turn.then(act).catch(() => undefined)
    return turn.then(refresh)
  }

  return {
    /** What this browser receives and the others are to see; undefined when it does not any more. */
    set: (stream: MediaStream | undefined): Promise<void> => {
      wanted = stream
      return change(async () => {
        await takeBack()
        // Not what was taken back before its turn came.
        if (stream === wanted) await send()
      })
    },
    /** On a new connection it goes out anew. */
    send: (): Promise<void> =>
      change(async () => {
        sent = []
        await send()
      }),
    picture: (): Picture | undefined => pictureFrom(room),
  }
}

/** The same object for the same tracks, so that they are not put on anew with each change of the call. */
const pictures = new WeakMap<Track, { sound: Track | undefined; picture: Picture }>()

function pictureFrom(room: Room): Picture | undefined {
  for (const person of room.remoteParticipants.values()) {
    const sent = [...person.trackPublications.values()].filter(isApplication)
    const trackOf = (kind: Track.Kind) => sent.find((each) => each.kind === kind)?.track
    const video = trackOf(Track.Kind.Video)
    if (!video) continue
    const sound = trackOf(Track.Kind.Audio)
    const known = pictures.get(video)
    if (known && known.sound === sound) return known.picture
    const picture = joined(video, sound)
    pictures.set(video, { sound, picture })
    return picture
  }
  return undefined
}

/** Picture and sound in one element, which has the volume of both. */
const joined = (video: Track, sound: Track | undefined): Picture => ({
  attach: (element) => {
    video.attach(element)
    sound?.attach(element)
  },
  detach: (element) => {
    sound?.detach(element)
    video.detach(element)
  },
})
