import { ChevronUp, Mic, MicOff, Video, VideoOff, type LucideIcon } from 'lucide-react'
import { PlainButton } from '#ui/button/button.tsx'
import { KeyCap } from '#ui/keys/shortcuts.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { useStore, type Store } from '#base/store.ts'
import { barsOf } from '#features/calls/devices/sound-level.ts'
import { isUsable, type DeviceState } from '#features/calls/devices/device-states.ts'
import type { Sending } from '#features/calls/room/sending/sending-state.ts'
import { Control, ToggleControl } from './control.tsx'

interface MicControlProps {
  sending: Sending
  isTalkingMuted: boolean
  device: DeviceState
  level: Store<number>
  onPress: () => void
  onDevices: () => void
}

/** Marks the one button on which holding Space talks and a short press toggles. */
export const holdToTalk = 'data-hold-to-talk'

export function MicControl({ sending, isTalkingMuted, device, level, onPress, onDevices }: MicControlProps) {
  if (!isUsable(device))
    return (
      <Control
        icon={MicOff}
        ground="off"
        word="No microphone"
        act="No microphone: choose one"
        onPress={onDevices}
      />
    )
  return (
    <div {...{ [holdToTalk]: '' }} className="relative flex items-start gap-0.5">
      {isTalkingMuted && <MutedHint />}
      <ToggleControl
        {...faceOf(sending, Mic, MicOff)}
        {...micWords[sending]}
        shortcut="M"
        onPress={onPress}
        isFirst
      >
        {sending === 'on' && <LevelBar level={level} />}
      </ToggleControl>
      <DevicesCaret label="Choose microphone and speaker" onPress={onDevices} />
    </div>
  )
}

const faceOf = (sending: Sending, on: LucideIcon, off: LucideIcon) => ({
  isOn: sending !== 'off',
  isPending: sending === 'starting',
  icon: sending === 'off' ? off : on,
  ground: sending === 'off' ? ('off' as const) : ('plain' as const),
})

interface Words {
  word: string
  act: string
  label?: string
}
// The word has to fit under the icon; the name says it in full.
const micWords: Record<Sending, Words> = {
  on: { word: 'Mic on', act: 'Mute' },
  starting: { word: 'Starting', act: 'Mute', label: 'Mute, Mic starting' },
  off: { word: 'Muted', act: 'Unmute' },
}
const cameraWords: Record<Sending, Words> = {
  on: { word: 'Camera on', act: 'Turn camera off' },
  starting: { word: 'Starting', act: 'Turn camera off', label: 'Turn camera off, Camera starting' },
  off: { word: 'Camera off', act: 'Turn camera on' },
}

interface CameraControlProps {
  sending: Sending
  device: DeviceState
  onPress: () => void
  onDevices: () => void
}

export function CameraControl({ sending, device, onPress, onDevices }: CameraControlProps) {
  if (!isUsable(device))
    return (
      <Control
        icon={VideoOff}
        ground="off"
        word="No camera"
        act="No camera: choose one"
        onPress={onDevices}
      />
    )
  return (
    <div className="flex items-start gap-0.5">
      <ToggleControl
        {...faceOf(sending, Video, VideoOff)}
        {...cameraWords[sending]}
        shortcut="V"
        onPress={onPress}
      />
      <DevicesCaret label="Choose camera" onPress={onDevices} />
    </div>
  )
}

const DevicesCaret = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Tooltip text={label}>
    <PlainButton
      aria-label={label}
      onPress={onPress}
      className="flex h-12 w-7 cursor-pointer low:h-9 items-center justify-center rounded-control border border-stage-line bg-stage-raised text-stage-ink-2 outline-offset-2 outline-stage-accent focus-visible:outline-2 max-lg:hidden"
    >
      <ChevronUp className="size-4" strokeWidth={1.75} />
    </PlainButton>
  </Tooltip>
)

const steps = 8

/** The user's level, visual only. */
function LevelBar({ level }: { level: Store<number> }) {
  const lit = barsOf(useStore(level), steps)
  return (
    <span className="absolute bottom-2 left-1.5 flex h-8 w-0.75 low:h-5 items-end rounded-round bg-stage-line">
      <span className="w-full rounded-round bg-speaking" style={{ height: `${(lit / steps) * 100}%` }} />
    </span>
  )
}

/** Points at the button that unmutes. */
const MutedHint = () => (
  <p
    role="alert"
    className="absolute bottom-full left-0 z-10 mb-2.5 flex items-center gap-1.5 rounded-control bg-red-ink px-3 py-2 text-label font-medium whitespace-nowrap text-stage"
  >
    You are muted.
    <span className="max-call:hidden">
      {' '}
      Press <KeyCap>M</KeyCap> to talk, or hold <KeyCap>Space</KeyCap>
    </span>
  </p>
)
