import { Track, type RemoteParticipant, type Room } from 'livekit-client'
import {
  nextStallWatch,
  isStalled,
  type MediaFlow,
  type StallWatch,
} from '#features/calls/room/connection/stall-detector.ts'

/** Watches for people from whom nothing comes any more although it should, long before the media server says so. */
export function watchPeople(room: Room) {
  const watches = new Map<string, StallWatch>()
  const lostNow = () =>
    new Set([...watches].filter(([, watch]) => isStalled(watch, performance.now())).map(([id]) => id))
  let lost: ReadonlySet<string> = new Set()
  return {
    isLost: (id: string): boolean => lost.has(id),
    /** Returns whether anybody was lost or came back since the last look. */
    async look(): Promise<boolean> {
      for (const id of watches.keys()) if (!room.remoteParticipants.has(id)) watches.delete(id)
      for (const person of room.remoteParticipants.values()) {
        const flow = await mediaFlowFrom(person).catch(() => ({ bytes: undefined, isExpected: false }))
        watches.set(person.identity, nextStallWatch(watches.get(person.identity), flow, performance.now()))
      }
      const before = lost
      lost = lostNow()
      return before.size !== lost.size || [...lost].some((id) => !before.has(id))
    },
    /** Called on a new connection: everything begins anew. */
    forget: () => {
      watches.clear()
      lost = new Set()
    },
  }
}

/** An unmuted microphone sends without a pause, silence included, so it is measured first; otherwise the camera. */
async function mediaFlowFrom(person: RemoteParticipant): Promise<MediaFlow> {
  const [sent] = [Track.Source.Microphone, Track.Source.Camera]
    .map((source) => person.getTrackPublication(source))
    .filter((each) => each && !each.isMuted && each.isEnabled)
  const track = sent?.track
  if (!track || track.streamState === Track.StreamState.Paused) return { bytes: undefined, isExpected: false }
  const report = [...((await track.getRTCStatsReport())?.values() ?? [])] as RTCInboundRtpStreamStats[]
  const bytes = report.find(({ type }) => type === 'inbound-rtp')?.bytesReceived ?? 0
  return { bytes, isExpected: bytes > 0 }
}
