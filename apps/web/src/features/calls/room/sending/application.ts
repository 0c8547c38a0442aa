import {
  Track,
  type LocalTrackPublication,
  type Participant,
  type Room,
  type TrackPublication,
} from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Picture } from '#features/calls/room/call-state.ts'

/** The name of the tracks that the holder relays, which tells them from the holder's own screen share. */
const name = 'application'

export const isApplication = ({ trackName }: { trackName: string }): boolean => trackName === name

/** A person's shared screen, which the relayed application is not. */
export const screenSentBy = (person: Participant): TrackPublication | undefined =>
  [...person.trackPublications.values()].find(
    (sent) => sent.source === Track.Source.ScreenShare && !isApplication(sent),
  )

const { fps } = constants.capture
const bitrate = 4_000_000

/**
 * Relays an application that allows one viewer: the person in control receives it and sends it on to the others. A room lets
 * people send only cameras, microphones and screens, so it goes out as a screen with another name.
 */
export function makeApplication(room: Room, refresh: () => void) {
  let wanted: MediaStream | undefined
  let sent: LocalTrackPublication[] = []
  /** Changes run one after the other, so that a stream that is withdrawn while it goes out is really withdrawn. */
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
          // It carries music and voices, not one voice near a microphone.
          dtx: false,
        }),
      )
  }
  function change(act: () => Promise<void>): Promise<void> {
    // If the connection is gone, the next one sends it.
    turn = turn.then(act).catch(() => undefined)
    return turn.then(refresh)
  }

  return {
    /** Sets the stream that this browser receives and the others should see; undefined ends the relay. */
    set: (stream: MediaStream | undefined): Promise<void> => {
      wanted = stream
      return change(async () => {
        await takeBack()
        // Skip a stream that was replaced before its turn came.
        if (stream === wanted) await send()
      })
    },
    /** Publishes everything again on a new connection. */
    send: (): Promise<void> =>
      change(async () => {
        sent = []
        await send()
      }),
    picture: (): Picture | undefined => pictureFrom(room),
  }
}

/** Keeps the same object for the same tracks, so that they are not attached again with each change of the call. */
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

/** Picture and sound share one element, whose volume controls both. */
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
