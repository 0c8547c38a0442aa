import { ConnectionQuality, Track, type Participant, type Room, type TrackPublication } from 'livekit-client'
import { screenSentBy } from '#features/calls/room/sending/application.ts'
import type { CallPerson, Picture } from '#features/calls/room/call-state.ts'
import type { DeviceKind } from '#features/calls/devices/device-states.ts'
import type { Sending } from '#features/calls/room/sending/sending-state.ts'
import { isSpeaking, type Speakers } from './speaking.ts'

interface Seen {
  room: Room
  speakers: Speakers
  now: number
  isAudioOnly: boolean
  /** The user's own microphone and camera, as the bar shows them. */
  own: Record<DeviceKind, Sending>
  ownCamera: Track | undefined
  isLost: (id: string) => boolean
  hears: (id: string) => Pick<CallPerson, 'volume' | 'isMutedForMe'>
}

/**
 * Everybody in order of arrival, the user last. They come from the list of participants, whether they send anything or not.
 */
export function peopleOf(seen: Seen): CallPerson[] {
  const { room } = seen
  const remote = [...room.remoteParticipants.values()].toSorted(
    (a, b) => (a.joinedAt?.getTime() ?? 0) - (b.joinedAt?.getTime() ?? 0),
  )
  return [...remote, room.localParticipant].map((person) => personOf(person, seen))
}

function personOf(
  person: Participant,
  { room, speakers, now, isAudioOnly, own, ownCamera, isLost, hears }: Seen,
): CallPerson {
  const isSelf = person === room.localParticipant
  const camera = person.getTrackPublication(Track.Source.Camera)
  const isPictureOff = isAudioOnly && !isSelf && camera !== undefined && !camera.isMuted
  return {
    id: person.identity,
    name: person.name ?? '',
    isSelf,
    isMuted: isSelf ? own.microphone === 'off' : !person.isMicrophoneEnabled,
    picture: isSelf ? ownPicture(own.camera, ownCamera) : isPictureOff ? undefined : pictureOf(camera),
    isPictureOff,
    screen: pictureOf(screenSentBy(person)),
    isSpeaking: person.isMicrophoneEnabled && isSpeaking(speakers, person.identity, now),
    isWeak: person.connectionQuality === ConnectionQuality.Poor,
    isLost: person.connectionQuality === ConnectionQuality.Lost || isLost(person.identity),
    isHandUp: person.attributes.hand === 'up',
    application: results.find((each) => each === person.attributes.application),
    ...hears(person.identity),
  }
}

const results = ['good', 'weak', 'none'] as const

/** Keeps the same object for the same track, so that a picture is not attached again with each change of the call. */
const pictures = new WeakMap<Track, Picture>()

const pictureOf = (sent: TrackPublication | undefined): Picture | undefined =>
  sent?.track && !sent.isMuted ? pictureOfTrack(sent.track) : undefined

const blank: Picture = { attach: () => {}, detach: () => {} }

/** The user still sees themselves while the connection comes back. A camera that is starting isn't shown as off. */
function ownPicture(sending: Sending, camera: Track | undefined): Picture | undefined {
  if (sending === 'off') return undefined
  return camera ? pictureOfTrack(camera) : blank
}

function pictureOfTrack(track: Track): Picture {
  const known = pictures.get(track)
  if (known) return known
  const picture = {
    attach: (element: HTMLVideoElement) => void track.attach(element),
    detach: (element: HTMLVideoElement) => void track.detach(element),
  }
  pictures.set(track, picture)
  return picture
}
