import type { Checked, CheckResult, WayIn } from '@parley/contract/calls/calls.ts'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useStore } from '#base/store.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { playTestSound } from '#features/calls/devices/test-sound.ts'
import { useLevel } from '#features/calls/devices/use-level.ts'
import { PictureVideo } from '#features/calls/stage/faces/tile.tsx'
import type { CheckState } from './check-state.ts'
import { applicationResult } from './application-check.ts'
import { browserOf, streamSupportOf } from './check-words.ts'
import { DeviceCheck } from './device-check.tsx'
import { useConnection } from './network/use-connection.ts'
import { canShowH264 } from '#features/stream/stream.ts'

interface OwnCheckProps {
  devices: LocalDevices
  isJoining: boolean
  /** Fetches the grant for a room in which the connection is tested. */
  fetchTrial: () => Promise<WayIn>
  /** Whether the session has a streamed application, as far as this page knows. */
  hasApplication?: boolean
  /** Called with the check's results. */
  onJoin: (checked: Checked) => void
  /** Called once it is known what joining would report, and again when that changes. */
  onFound?: (application: CheckResult | undefined) => void
  above?: ReactNode
  /** The address that opens this page in another browser. */
  address?: string
  /** The button that leads back. */
  close: ReactNode
}

/** The device check with this browser's real devices. */
export function OwnCheck(props: OwnCheckProps) {
  const {
    devices,
    isJoining,
    fetchTrial,
    hasApplication = true,
    onJoin,
    onFound = () => {},
    above,
    close,
    address = location.href,
  } = props
  const device = useStore(devices)
  const hearing = useLevel(device.microphoneTrack)
  const connection = useConnection(fetchTrial, isJoining)
  const [isTestSoundOn, setIsTestSoundOn] = useState(false)
  const test = async () => {
    setIsTestSoundOn(true)
    await playTestSound(device.speakerInUse)
    setIsTestSoundOn(false)
  }
  const state: CheckState = {
    ...device,
    ...hearing,
    speaker: device.speakerInUse,
    connection,
    streamSupport: hasApplication ? streamSupportOf(canShowH264(), connection) : undefined,
    isTestSoundOn,
    isJoining,
  }
  const application = applicationResult(checkedOf(state))
  const isFound = !hasApplication || connection?.kind !== 'checking'
  const tellFound = useEffectEvent(onFound)
  useEffect(() => {
    if (isFound) tellFound(application)
  }, [isFound, application])
  return (
    <DeviceCheck
      state={state}
      acts={{
        onCamera: (deviceId) => void devices.choose('camera', deviceId),
        onMicrophone: (deviceId) => void devices.choose('microphone', deviceId),
        onSpeaker: devices.chooseSpeaker,
        onToggle: (what) => void devices.toggle(what),
        onRetry: (what) => void devices.retry(what),
        onBlur: () => void devices.toggleBlur(),
        onTestSound: () => void test(),
        onJoin: () => onJoin(checkedOf(state)),
      }}
      {...{ above, close, address }}
      browser={browserOf(navigator.userAgent, navigator.maxTouchPoints)}
      picture={device.cameraTrack && <PictureVideo picture={device.cameraTrack} isMirrored />}
    />
  )
}

/** The results that the other side sees. A microphone counts as good only once it was heard. */
function checkedOf({
  camera,
  microphone,
  hearing,
  connection,
  streamSupport,
}: Pick<CheckState, 'camera' | 'microphone' | 'hearing' | 'connection' | 'streamSupport'>): Checked {
  const network = connection && networks[connection.kind]
  return {
    camera: camera.kind === 'on' ? 'good' : 'none',
    microphone: microphone.kind !== 'on' ? 'none' : hearing === 'heard' ? 'good' : 'weak',
    ...(network && { connection: network }),
    // While the network is still being tested, H.264 support alone proves nothing; a lack of it does.
    ...(streamSupport &&
      (network || streamSupport.result === 'none') && { application: streamSupport.result }),
  }
}

const networks = {
  checking: undefined,
  untested: undefined,
  good: 'good',
  usable: 'good',
  weak: 'weak',
  blocked: 'none',
} as const
