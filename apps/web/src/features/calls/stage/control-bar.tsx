import { Mic, MicOff, PhoneOff, Video, VideoOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainToggle } from '#ui/button/plain-toggle.tsx'
import { PlainButton } from '#ui/button/plain-button.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

interface ControlBarProps {
  isMicOn: boolean
  isCameraOn: boolean
  /** The call's clock, title and end. */
  left: ReactNode
  onMic: () => void
  onCamera: () => void
  onLeave: () => void
}

/** The controls stand in the middle of the window and never move. Each says its state in a word, and its act by name. */
export const ControlBar = ({ isMicOn, isCameraOn, left, onMic, onCamera, onLeave }: ControlBarProps) => (
  <div className="grid h-23 shrink-0 grid-cols-[1fr_auto_1fr] items-center gap-4 px-4 max-sm:grid-cols-[auto] max-sm:justify-center">
    <div className="min-w-0 max-sm:hidden">{left}</div>
    <section aria-label="Controls" className="flex items-start gap-5 max-sm:gap-6">
      <Control
        isOn={isMicOn}
        icon={isMicOn ? Mic : MicOff}
        word={isMicOn ? 'Mic on' : 'Muted'}
        act={isMicOn ? 'Mute' : 'Unmute'}
        onPress={onMic}
        isFirst
      />
      <Control
        isOn={isCameraOn}
        icon={isCameraOn ? Video : VideoOff}
        word={isCameraOn ? 'Camera on' : 'Camera off'}
        act={isCameraOn ? 'Turn camera off' : 'Turn camera on'}
        onPress={onCamera}
      />
      <span className="h-11 border-l border-stage-line" />
      <Tooltip text="Leave the call">
        <PlainButton aria-label="Leave the call" onPress={onLeave} className={controlStyles}>
          <Face icon={PhoneOff} look="bg-stage-danger text-on-stage-danger" />
          Leave
        </PlainButton>
      </Tooltip>
    </section>
  </div>
)

const controlStyles =
  'group flex min-w-14 cursor-pointer flex-col items-center gap-1.5 rounded-control text-small text-stage-ink-2 outline-none'

interface ControlProps {
  isOn: boolean
  icon: LucideIcon
  word: string
  act: string
  onPress: () => void
  /** Where the focus stands after joining. */
  isFirst?: boolean
}

const Control = ({ isOn, icon, word, act, onPress, isFirst = false }: ControlProps) => (
  <Tooltip text={act}>
    <PlainToggle
      aria-label={`${act}, ${word}`}
      isSelected={isOn}
      onChange={onPress}
      // Whoever has just pressed 'Join Session' goes on here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFirst}
      className={controlStyles}
    >
      <Face
        icon={icon}
        look={isOn ? 'bg-stage-raised text-stage-ink' : 'bg-stage-danger text-on-stage-danger'}
      />
      {word}
    </PlainToggle>
  </Tooltip>
)

const Face = ({ icon: Icon, look }: { icon: LucideIcon; look: string }) => (
  <span
    className={`flex h-12 w-17 items-center justify-center rounded-control outline-offset-2 outline-stage-accent group-focus-visible:outline-2 ${look}`}
  >
    <Icon className="size-5" strokeWidth={1.75} />
  </span>
)
