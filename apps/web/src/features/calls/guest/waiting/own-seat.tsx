import { useStore } from '#base/store.ts'
import { browserOf } from '#features/calls/check/check-words.ts'
import { PreviewPane } from '#features/calls/check/preview-pane.tsx'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { PictureVideo } from '#features/calls/stage/faces/tile.tsx'

/** The client's own picture in the waiting room: only they see it. */
export function OwnSeat({ devices }: { devices: LocalDevices }) {
  const device = useStore(devices)
  return (
    <PreviewPane
      state={{ ...device, ...notMeasured, speaker: device.speakerInUse }}
      acts={{
        onToggle: (what) => void devices.toggle(what),
        onRetry: (what) => void devices.retry(what),
        onBlur: () => void devices.toggleBlur(),
        onCamera: (deviceId) => void devices.choose('camera', deviceId),
      }}
      browser={browserOf(navigator.userAgent)}
      picture={device.cameraTrack && <PictureVideo picture={device.cameraTrack} isMirrored />}
      label="You, only visible to you"
    />
  )
}

const notMeasured = {
  level: -Infinity,
  hearing: 'listening',
  connection: undefined,
  streamSupport: undefined,
  isTestSoundOn: false,
  isJoining: false,
} as const
