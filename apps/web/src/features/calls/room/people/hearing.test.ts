import { EventEmitter } from 'node:events'
import { RoomEvent, Track, type Room } from 'livekit-client'
import { expect, test, vi } from 'vitest'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { makeHearing } from './hearing.ts'

function personIn(identity: string) {
  return { identity, setVolume: vi.fn<(volume: number) => void>() }
}

/** A room with two people, whom the call hears through its own audio elements. */
function hearingIn(speaker: string, { canChoose = true } = {}) {
  const [tomas, amara] = [personIn('tomas'), personIn('amara')]
  const events = new EventEmitter()
  const switchActiveDevice = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
  const room = Object.assign(events, {
    remoteParticipants: new Map([tomas, amara].map((one) => [one.identity, one])),
    switchActiveDevice,
    startAudio: () => Promise.resolve(),
  }) as unknown as Room
  const devices = {
    read: () => ({ speakerInUse: speaker, speakers: canChoose ? [] : undefined }),
  } as unknown as LocalDevices
  const hearing = makeHearing(room, devices, () => {})
  const subscribe = (person: typeof tomas) => {
    const track = { kind: Track.Kind.Audio, attach: vi.fn<() => void>() }
    events.emit(RoomEvent.TrackSubscribed, track, { trackName: '', source: Track.Source.Microphone }, person)
    return track
  }
  const unsubscribe = (track: object) => events.emit(RoomEvent.TrackUnsubscribed, track)
  return { hearing, events, tomas, amara, subscribe, unsubscribe, switchActiveDevice }
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

test('everybody is heard at full volume, and somebody muted for me is heard again at the volume they had', () => {
  const { hearing, tomas } = hearingIn('default')
  expect(hearing.hears('tomas')).toEqual({ volume: 1, isMutedForMe: false })
  hearing.setVolume('tomas', 0.4)
  hearing.setMutedForMe('tomas', true)
  hearing.setMutedForMe('tomas', false)
  expect(tomas.setVolume.mock.calls).toEqual([[0.4], [0], [0.4]])
  // The volume of somebody who has left is kept for their return.
  hearing.setVolume('gone', 0.2)
  expect(hearing.hears('gone')).toEqual({ volume: 0.2, isMutedForMe: false })
})

test("neither the application's sound nor a picture gets an element of its own, and sound that ends leaves none behind", () => {
  const { events, tomas, subscribe, unsubscribe } = hearingIn('default')
  const track = (kind: Track.Kind) => {
    const element = { remove: vi.fn<() => void>() }
    return { kind, attach: vi.fn<() => void>(), detach: vi.fn<() => object[]>(() => [element]), element }
  }
  const [relayed, picture, voice] = [
    track(Track.Kind.Audio),
    track(Track.Kind.Video),
    track(Track.Kind.Audio),
  ]
  events.emit(RoomEvent.TrackSubscribed, relayed, { trackName: 'application' }, tomas)
  events.emit(RoomEvent.TrackSubscribed, picture, { trackName: '' }, tomas)
  expect([relayed.attach, picture.attach].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  expect(subscribe(tomas).attach).toHaveBeenCalledOnce()
  unsubscribe(picture)
  unsubscribe(voice)
  expect(picture.detach).not.toHaveBeenCalled()
  expect(voice.element.remove).toHaveBeenCalledOnce()
})

test('the speaker is set once, and not where the browser lets no page choose', async () => {
  const { hearing, switchActiveDevice } = hearingIn('speaker-1')
  await hearing.useSpeaker()
  await hearing.useSpeaker()
  expect(switchActiveDevice).toHaveBeenCalledOnce()
  const without = hearingIn('speaker-1', { canChoose: false })
  await without.hearing.useSpeaker()
  expect(without.switchActiveDevice).not.toHaveBeenCalled()
})
