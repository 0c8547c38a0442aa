import { Track, type LocalTrack, type RemoteTrack, type Room } from 'livekit-client'
import type { MediaFlow } from './stall-detector.ts'

type MeasuredTrack = LocalTrack | RemoteTrack

/**
 * The bytes received on the connections, by their own count. The media server answers a sender many times a second, even one
 * who is silent; a browser that sends nothing can only count others' sound and pictures.
 */
export async function mediaFlowOf(room: Room): Promise<MediaFlow> {
  const sent = [...room.localParticipant.trackPublications.values()].filter(({ isMuted }) => !isMuted)
  const heard = [...room.remoteParticipants.values()].flatMap((person) =>
    [...person.trackPublications.values()].filter(({ isMuted, track }) => !isMuted && track !== undefined),
  )
  const tracks = (sent.length > 0 ? sent : heard)
    .map(({ track }) => track)
    .filter((track): track is MeasuredTrack => track !== undefined && track.kind !== Track.Kind.Unknown)
  const [first] = tracks
  // Everything that is sent uses one connection, and everything that is heard uses one, so the first track tells enough.
  const report = await first?.getRTCStatsReport()
  const counts = [...((report?.values() ?? []) as Iterable<RTCTransportStats>)].filter(
    ({ type }) => type === 'transport',
  )
  // A connection that was closed under us has no counts any more, and nothing comes in.
  if (first && counts.length === 0) return { bytes: undefined, isExpected: true }
  const bytes = counts.reduce((sum, { bytesReceived }) => sum + (bytesReceived ?? 0), 0)
  return { bytes, isExpected: bytes > 0 }
}
