import { Track, type Room, type TrackPublishOptions } from 'livekit-client'
import { expect, test, vi } from 'vitest'
import { constants } from '@parley/contract/rules/constants.ts'
import { makeApplication, screenSentBy } from './application.ts'

/** The part of a room that is used. It records what is published, in order. */
function smallRoom(isCut = { now: false }) {
  const sent: string[] = []
  const options: TrackPublishOptions[] = []
  const room = {
    localParticipant: {
      publishTrack: async (track: { id: string }, given: TrackPublishOptions) => {
        await Promise.resolve()
        if (isCut.now) throw new Error('no connection')
        options.push(given)
        sent.push(`+${track.id} ${given.name} ${given.source}`)
        return { track }
      },
      unpublishTrack: async ({ id }: { id: string }, isStopped: boolean) => {
        await Promise.resolve()
        sent.push(isStopped ? `stopped ${id}` : `-${id}`)
      },
    },
    remoteParticipants: new Map<string, unknown>(),
  }
  // Nothing else of the room is used.
  return { room: room as unknown as Room, sent, options, people: room.remoteParticipants }
}
const streamOf = (...ids: string[]) =>
  ({
    getTracks: () => ids.map((id) => ({ id, kind: id.startsWith('v') ? 'video' : 'audio' })),
  }) as MediaStream

test('the application is published, published again on the next connection, and unpublished when replaced', async () => {
  const { room, sent } = smallRoom()
  const application = makeApplication(room, () => {})
  await application.set(streamOf('v1', 'a1'))
  expect(sent).toEqual(['+v1 application screen_share', '+a1 application screen_share_audio'])
  await application.send()
  expect(sent.slice(2)).toEqual(['+v1 application screen_share', '+a1 application screen_share_audio'])
  void application.set(undefined)
  await application.set(streamOf('v2'))
  expect(sent.slice(4)).toEqual(['-v1', '-a1', '+v2 application screen_share'])
})

test('a track that could not be published is published on the next connection', async () => {
  const isCut = { now: true }
  const { room, sent } = smallRoom(isCut)
  const application = makeApplication(room, () => {})
  await application.set(streamOf('v1'))
  expect(sent).toEqual([])
  isCut.now = false
  await application.send()
  expect(sent).toEqual(['+v1 application screen_share'])
})

test("the application's track does not count as anybody's shared screen", () => {
  const track = (trackName: string, source: Track.Source) => ({ trackName, source })
  const person = (...sent: ReturnType<typeof track>[]) =>
    ({ trackPublications: new Map(sent.map((each, i) => [String(i), each])) }) as never
  const [application, screen] = [
    track('application', Track.Source.ScreenShare),
    track('', Track.Source.ScreenShare),
  ]
  expect(screenSentBy(person(application, track('', Track.Source.Camera)))).toBe(undefined)
  expect(screenSentBy(person(application, screen))).toBe(screen)
})

test('the application goes out once, at 4 Mbit and the frame rate of its capture, with its sound uncut', async () => {
  const { room, options } = smallRoom()
  await makeApplication(room, () => {}).set(streamOf('v1'))
  expect(options).toEqual([
    {
      name: 'application',
      source: Track.Source.ScreenShare,
      simulcast: false,
      screenShareEncoding: { maxBitrate: 4_000_000, maxFramerate: constants.capture.fps },
      dtx: false,
    },
  ])
})

test("the relayed picture plays with its sound in one element, and stays the same object until either's track changes", () => {
  const { room, people } = smallRoom()
  const application = makeApplication(room, () => {})
  const track = (kind: Track.Kind) => ({
    kind,
    attach: vi.fn<() => void>(),
    detach: vi.fn<() => void>(),
  })
  const [video, sound] = [track(Track.Kind.Video), track(Track.Kind.Audio)]
  const sends = (...tracks: (typeof video)[]) =>
    people.set('holder', {
      trackPublications: new Map(
        tracks.map((each, i) => [String(i), { kind: each.kind, trackName: 'application', track: each }]),
      ),
    })
  people.set('other', { trackPublications: new Map([['0', { kind: 'video', trackName: '', track: video }]]) })
  expect(application.picture()).toBeUndefined()
  sends(sound)
  expect(application.picture()).toBeUndefined()
  sends(video)
  const silent = application.picture()
  expect(silent).toBeDefined()
  expect(application.picture()).toBe(silent)
  sends(video, sound)
  const whole = application.picture()
  expect(whole).not.toBe(silent)
  expect(application.picture()).toBe(whole)
  const element = {} as HTMLVideoElement
  whole?.attach(element)
  whole?.detach(element)
  for (const each of [video, sound]) {
    expect(each.attach.mock.calls).toEqual([[element]])
    expect(each.detach.mock.calls).toEqual([[element]])
  }
})
