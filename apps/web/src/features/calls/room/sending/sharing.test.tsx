import { LocalVideoTrack, type Room } from 'livekit-client'
import { expect, test, vi } from 'vitest'
import { makeSharing } from './sharing.ts'

/** The part of a room that sharing uses. It publishes the given track. */
function roomFor(track: LocalVideoTrack) {
  const localParticipant = {
    createScreenTracks: () => Promise.resolve([track]),
    publishTrack: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    unpublishTrack: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    getTrackPublication: () => undefined,
    getTrackPublications: () => [],
    trackPublications: new Map(),
  }
  // Sharing uses nothing else of the room.
  const room = { localParticipant, remoteParticipants: new Map(), state: 'connected' } as unknown as Room
  return { room, localParticipant }
}

function screenTrack(): LocalVideoTrack {
  const [captured] = document.createElement('canvas').captureStream(5).getVideoTracks()
  if (!captured) throw new Error('this browser cannot draw')
  return new LocalVideoTrack(captured, undefined, true)
}

test('leaving the call while sharing a screen stops its capture', async () => {
  const track = screenTrack()
  const { room, localParticipant } = roomFor(track)
  const call = new AbortController()
  const sharing = makeSharing(room, () => {}, call.signal)
  await sharing.toggle()
  expect(localParticipant.publishTrack).toHaveBeenCalledOnce()
  expect(track.mediaStreamTrack.readyState).toBe('live')
  call.abort()
  await expect.poll(() => localParticipant.unpublishTrack.mock.calls.length).toBe(1)
  expect(track.mediaStreamTrack.readyState).toBe('ended')
})
