import { Track, type Room } from 'livekit-client'
import { expect, test } from 'vitest'
import { makeApplication, screenSentBy } from './application.ts'

/** The part of a room that is used. It records what is published, in order. */
function smallRoom(isCut = { now: false }) {
  const sent: string[] = []
  const room = {
    localParticipant: {
      publishTrack: async (track: { id: string }, { name, source }: { name: string; source: string }) => {
        await Promise.resolve()
        if (isCut.now) throw new Error('no connection')
        sent.push(`+${track.id} ${name} ${source}`)
        return { track }
      },
      unpublishTrack: async ({ id }: { id: string }) => {
        await Promise.resolve()
        sent.push(`-${id}`)
      },
    },
    remoteParticipants: new Map(),
  }
  // Nothing else of the room is used.
  return { room: room as unknown as Room, sent }
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
