import { RoomEvent, Track, type RemoteTrackPublication, type Room } from 'livekit-client'
import type { makeSending } from './sending.ts'

/** Doesn't fetch the others' cameras and doesn't send the user's own; a shared screen still comes. */
export function makeAudioOnly(room: Room, sending: ReturnType<typeof makeSending>, refresh: () => void) {
  let isOn = false
  /** Whether the camera was on before, to be switched on again. */
  let wasSeen = false

  const applyTo = (sent: RemoteTrackPublication) => {
    if (sent.source === Track.Source.Camera) sent.setSubscribed(!isOn)
  }
  function apply(): void {
    for (const person of room.remoteParticipants.values())
      for (const sent of person.trackPublications.values()) applyTo(sent)
  }
  function toggle(): void {
    isOn = !isOn
    apply()
    refresh()
    if (isOn) wasSeen = sending.intent('camera')
    if (wasSeen) sending.want('camera', !isOn)
  }
  room.on(RoomEvent.TrackPublished, (sent) => {
    if (isOn) applyTo(sent)
  })
  return { isOn: () => isOn, apply, toggle }
}
