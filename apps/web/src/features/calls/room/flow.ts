import { Track, type LocalTrack, type RemoteTrack, type Room } from 'livekit-client'
import type { Flow } from './stalls.ts'

type Measured = LocalTrack | RemoteTrack

/**
 * What has come in on the connections, by their own count. To whoever sends the media server answers many times in a
 * second, whoever is silent included; without sending only others' sound and pictures tell.
 */
export async function flowOf(room: Room): Promise<Flow> {
  const sent = [...room.localParticipant.trackPublications.values()].filter(({ isMuted }) => !isMuted)
  const heard = [...room.remoteParticipants.values()].flatMap((person) =>
    [...person.trackPublications.values()].filter(({ isMuted, track }) => !isMuted && track !== undefined),
  )
  const tracks = (sent.length > 0 ? sent : heard)
    .map(({ track }) => track)
    .filter((track): track is Measured => track !== undefined && track.kind !== Track.Kind.Unknown)
  const [first] = tracks
  // All that is sent goes over one connection, and all that is heard comes over one.
  const report = await first?.getRTCStatsReport()
  const counts = [...((report?.values() ?? []) as Iterable<RTCTransportStats>)].filter(
    ({ type }) => type === 'transport',
  )
  // A connection that was closed under us counts nothing any more, and nothing comes.
  if (first && counts.length === 0) return { bytes: undefined, isExpected: true }
  const bytes = counts.reduce((sum, { bytesReceived }) => sum + (bytesReceived ?? 0), 0)
  return { bytes, isExpected: bytes > 0 }
}
