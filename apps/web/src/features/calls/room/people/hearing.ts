import { RoomEvent, Track, type RemoteParticipant, type RemoteTrack, type Room } from 'livekit-client'
import { sinkOf } from '#features/calls/devices/chosen-devices.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { isApplication } from '#features/calls/room/sending/application.ts'
import type { CallPerson } from '#features/calls/room/call-state.ts'

type Hears = Pick<CallPerson, 'volume' | 'isMutedForMe'>
const asTheyAre: Hears = { volume: 1, isMutedForMe: false }

/**
 * Plays the others' sound: each person through an element of their own, at the volume chosen for them here, on the chosen
 * speaker.
 */
export function makeHearing(room: Room, devices: LocalDevices, refresh: () => void) {
  /** Keyed by person rather than by track, so that it outlives reconnects. */
  const chosen = new Map<string, Hears>()
  const hears = (id: string): Hears => chosen.get(id) ?? asTheyAre
  let speaker: string | undefined

  function apply(person: RemoteParticipant): void {
    const { volume, isMutedForMe } = hears(person.identity)
    person.setVolume(isMutedForMe ? 0 : volume)
  }
  function choose(id: string, changes: Partial<Hears>): void {
    chosen.set(id, { ...hears(id), ...changes })
    const person = room.remoteParticipants.get(id)
    if (person) apply(person)
    refresh()
  }

  /** The room also uses the speaker for people who come later. */
  async function useSpeaker(): Promise<void> {
    const next = devices.read().speakerInUse
    if (next === speaker || devices.read().speakers === undefined) return
    speaker = next
    // If the speaker was unplugged meanwhile, the device list reports it.
    await room.switchActiveDevice('audiooutput', sinkOf(next)).catch(() => undefined)
  }

  room
    .on(RoomEvent.TrackSubscribed, (track: RemoteTrack, sent, person: RemoteParticipant) => {
      // The application's sound plays in the element that shows it.
      if (track.kind === Track.Kind.Audio && !isApplication(sent)) {
        track.attach()
        apply(person)
      }
      refresh()
    })
    .on(RoomEvent.TrackUnsubscribed, (track: RemoteTrack) => {
      if (track.kind === Track.Kind.Audio) for (const element of track.detach()) element.remove()
      refresh()
    })

  return {
    hears,
    setVolume: (id: string, volume: number) => choose(id, { volume, isMutedForMe: false }),
    setMutedForMe: (id: string, isMutedForMe: boolean) => choose(id, { isMutedForMe }),
    useSpeaker,
    /** Called in a press and on each return to the tab: each is a chance that the browser allows the sound. */
    start: () => room.startAudio(),
  }
}
