import { RoomEvent, Track, type RemoteParticipant, type RemoteTrack, type Room } from 'livekit-client'
import { sinkOf } from '#features/calls/devices/default-device.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { isApplication } from './application.ts'
import type { CallPerson } from './call-state.ts'

type Hears = Pick<CallPerson, 'volume' | 'isMutedForMe'>
const asTheyAre: Hears = { volume: 1, isMutedForMe: false }

/** What is heard of the others: each through an element of its own, as loud as this person wants it, from the chosen speaker. */
export function makeHearing(room: Room, devices: LocalDevices, refresh: () => void) {
  /** By person and not by track: it outlives reconnects. */
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

  /** The room remembers it for whoever comes later. */
  async function useSpeaker(): Promise<void> {
    const next = devices.read().speakerInUse
    if (next === speaker || devices.read().speakers === undefined) return
    speaker = next
    // One that has gone meanwhile is told by the list of devices.
    await room.switchActiveDevice('audiooutput', sinkOf(next)).catch(() => undefined)
  }

  room
    .on(RoomEvent.TrackSubscribed, (track: RemoteTrack, sent, person: RemoteParticipant) => {
      // The application is heard where it is seen.
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
    /** Each press, and each return to the tab, is a chance to be heard. */
    start: () => room.startAudio(),
  }
}
