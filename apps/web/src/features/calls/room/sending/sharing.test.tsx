import { LocalVideoTrack, type Room } from 'livekit-client'
import { expect, test, vi } from 'vitest'
import { isSharingDeclined, makeSharing, sharingTrouble } from './sharing.ts'

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

test("closing the browser's share dialog without a choice is no error, and anything else is", () => {
  expect(isSharingDeclined(new DOMException('', 'AbortError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('Permission denied', 'NotAllowedError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('', 'NotReadableError'))).toBe(false)
  expect(isSharingDeclined('AbortError')).toBe(false)
})

test('a share blocked by the operating system is an error that tells the person what to do [CALL-47]', () => {
  const denied = new DOMException('Permission denied by system', 'NotAllowedError')
  expect(isSharingDeclined(denied)).toBe(false)
  expect(sharingTrouble(denied)).toBe(
    'Your computer blocks it. Open its privacy settings, allow this browser to record the screen, then try again.',
  )
  expect(sharingTrouble(new DOMException('Could not start', 'NotReadableError'))).toBe(
    'The browser says: Could not start',
  )
})

test.each([
  [new DOMException('', 'NotFoundError'), 'The browser found nothing to share.'],
  ['no error at all', 'Try again, or choose another window.'],
])('a share that fails otherwise is explained: %s', (error, text) => {
  expect(sharingTrouble(error)).toBe(text)
})
