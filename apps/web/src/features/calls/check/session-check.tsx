import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions.ts'
import { CalendarDays } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useStore } from '#base/store.ts'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { ButtonLink } from '#ui/button/link.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { countdownText, zonedRangeText } from '#features/sessions/sessions.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { playTestSound } from '#features/calls/devices/test-sound.ts'
import { useLevel } from '#features/calls/devices/use-level.ts'
import { Shown } from '#features/calls/stage/faces/tile.tsx'
import { browserOf } from './check-words.ts'
import { DeviceCheck } from './device-check.tsx'
import { playsH264 } from './plays-h264.ts'

interface SessionCheckProps {
  session: Session
  me: OwnProfile
  devices: LocalDevices
  isJoining: boolean
  onJoin: () => void
  /** What stands around it, with whose call it is in the corner. */
  frame: (corner: ReactNode, children: ReactNode) => ReactNode
}

/** The device check of one of a session's people who is signed in. */
export function SessionCheck({ session, me, devices, isJoining, onJoin, frame }: SessionCheckProps) {
  const state = useStore(devices)
  const now = useNow()
  const hearing = useLevel(state.microphoneTrack)
  const [isTestSoundOn, setIsTestSoundOn] = useState(false)
  const test = async () => {
    setIsTestSoundOn(true)
    await playTestSound(state.speakerInUse)
    setIsTestSoundOn(false)
  }
  const corner = (
    <p className="flex min-w-0 items-center gap-2 text-label">
      <CalendarDays className="size-4 shrink-0 text-ink-3 max-sm:hidden" strokeWidth={1.6} />
      <span className="truncate font-medium max-sm:hidden">{session.title}</span>
      <span className="shrink-0 text-ink-2 max-lg:hidden">
        {`· ${zonedRangeText(zoneOf(me), Date.parse(session.start_time), Date.parse(session.end_time))}`}
      </span>
      <Badge tone="accent">{countdownText(session, now)}</Badge>
    </p>
  )
  return frame(
    corner,
    <DeviceCheck
      state={{
        ...state,
        ...hearing,
        speaker: state.speakerInUse,
        connection: undefined,
        playsH264: playsH264(),
        isTestSoundOn,
        isJoining,
      }}
      acts={{
        onCamera: (deviceId) => void devices.choose('camera', deviceId),
        onMicrophone: (deviceId) => void devices.choose('microphone', deviceId),
        onSpeaker: devices.chooseSpeaker,
        onToggle: (what) => void devices.toggle(what),
        onRetry: (what) => void devices.retry(what),
        onTestSound: () => void test(),
        onJoin,
      }}
      close={
        <ButtonLink to="/sessions" size="large">
          Close
        </ButtonLink>
      }
      browser={browserOf(navigator.userAgent)}
      picture={state.cameraTrack && <Shown picture={state.cameraTrack} isMirrored />}
    />,
  )
}
