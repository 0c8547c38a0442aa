import { EventEmitter } from 'node:events'
import { RoomEvent, Track, type Room } from 'livekit-client'
import { expect, test, vi } from 'vitest'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { makeHearing } from './hearing.ts'

function personIn(identity: string) {
  return { identity, setVolume: vi.fn<(volume: number) => void>() }
}

/** A room with two people, whom the call hears through its own audio elements. */
function hearingIn(speaker: string) {
  const [tomas, amara] = [personIn('tomas'), personIn('amara')]
  const events = new EventEmitter()
  const switchActiveDevice = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
  const room = Object.assign(events, {
    remoteParticipants: new Map([tomas, amara].map((one) => [one.identity, one])),
    switchActiveDevice,
    startAudio: () => Promise.resolve(),
  }) as unknown as Room
  const devices = { read: () => ({ speakerInUse: speaker, speakers: [] }) } as unknown as LocalDevices
  const hearing = makeHearing(room, devices, () => {})
  const subscribe = (person: typeof tomas) => {
    const track = { kind: Track.Kind.Audio, attach: vi.fn<() => void>() }
    events.emit(RoomEvent.TrackSubscribed, track, { trackName: '', source: Track.Source.Microphone }, person)
    return track
  }
  return { hearing, tomas, amara, subscribe, switchActiveDevice }
}

test('a new track gets the volume chosen for its own person', () => {
  const { hearing, tomas, amara, subscribe } = hearingIn('default')
  hearing.setVolume('tomas', 0.3)
  hearing.setMutedForMe('amara', true)
  for (const one of [tomas, amara]) one.setVolume.mockClear()
  // After a reconnect both come with new tracks that don't have these settings.
  expect(subscribe(tomas).attach).toHaveBeenCalledOnce()
  subscribe(amara)
  expect(tomas.setVolume.mock.calls).toEqual([[0.3]])
  expect(amara.setVolume.mock.calls).toEqual([[0]])
})

test.each([
  ['default', ''],
  ['speaker-1', 'speaker-1'],
])(
  "the speaker '%s' is passed to the browser as '%s', because Firefox knows its default only as '' [DEVICE-20]",
  async (speaker, sink) => {
    const { hearing, switchActiveDevice } = hearingIn(speaker)
    await hearing.useSpeaker()
    expect(switchActiveDevice).toHaveBeenCalledExactlyOnceWith('audiooutput', sink)
  },
)
