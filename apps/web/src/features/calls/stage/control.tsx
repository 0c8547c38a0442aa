import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/plain-button.tsx'
import { PlainToggle } from '#ui/button/plain-toggle.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

const controlStyles =
  'group flex min-h-12 min-w-14 cursor-pointer flex-col items-center gap-1.5 rounded-control text-small whitespace-nowrap text-stage-ink-2 outline-none max-call:min-w-12'

const grounds = {
  plain: 'bg-stage-raised text-stage-ink',
  off: 'bg-stage-danger text-on-stage-danger',
  accent: 'bg-lane-coach-soft text-stage-accent',
  /** Of the group at the right, whose ground shows what is open. */
  bare: 'text-stage-ink group-hover:bg-stage-raised',
}
export type Ground = keyof typeof grounds

interface FaceProps {
  icon: LucideIcon
  ground: Ground
  children?: ReactNode
}

const Face = ({ icon: Icon, ground, children }: FaceProps) => (
  <span
    className={`relative flex h-12 w-15 items-center justify-center rounded-control outline-offset-2 outline-stage-accent group-focus-visible:outline-2 max-call:w-13 ${grounds[ground]}`}
  >
    <Icon className="size-5" strokeWidth={1.75} />
    {children}
  </span>
)

interface ControlProps extends FaceProps {
  /** The state, as its label. */
  word: string
  /** What a press does: its tooltip, and the beginning of its name. */
  act: string
  /** Of the tooltip, beside the act. */
  shortcut?: string
  onPress: () => void
}

/** Does one thing. */
export const Control = ({ word, act, onPress, ...face }: ControlProps) => (
  <Tooltip text={act}>
    <PlainButton aria-label={act} onPress={onPress} className={controlStyles}>
      <Face {...face} />
      {word}
    </PlainButton>
  </Tooltip>
)

interface ToggleControlProps extends ControlProps {
  isOn: boolean
  /** Where the focus stands after joining. */
  isFirst?: boolean
  /** Its name, where it is not the act followed by the state. */
  label?: string
}

/** Is on or off, and says which: by its word, its sign, its ground and its pressed state. */
export const ToggleControl = (props: ToggleControlProps) => {
  const { word, act, shortcut, isOn, isFirst = false, label = `${act}, ${word}`, onPress, ...face } = props
  return (
    <Tooltip text={shortcut === undefined ? act : `${act} (${shortcut})`}>
      <PlainToggle
        aria-label={label}
        isSelected={isOn}
        onChange={onPress}
        // Whoever has just pressed 'Join Session' goes on here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        className={controlStyles}
      >
        <Face {...face} />
        {word}
      </PlainToggle>
    </Tooltip>
  )
}
