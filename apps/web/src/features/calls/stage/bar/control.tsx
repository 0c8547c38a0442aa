import type { LucideProps } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { ToggleButton as PlainToggle } from 'react-aria-components/ToggleButton'
import { PlainButton } from '#ui/button/button.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

export const controlStyles =
  'group flex min-h-12 min-w-14 cursor-pointer flex-col items-center gap-1.5 low:gap-0.5 rounded-control text-small whitespace-nowrap text-stage-ink-2 outline-none aria-disabled:cursor-default max-call:min-w-12'

const grounds = {
  plain: 'border-stage-line bg-stage-raised text-stage-ink',
  /** Switched off, shown by word, icon and background. */
  off: 'border-red-line bg-red-soft text-red-ink',
  leave: 'border-transparent bg-stage-danger text-on-stage-danger',
  accent: 'border-transparent bg-lane-coach-soft text-stage-accent',
  /** For the group on the right, whose background shows which tab is open. */
  bare: 'border-transparent text-stage-ink group-hover:bg-stage-raised',
  /** Cannot be used now, and says why. */
  faint: 'border-stage-line text-stage-ink-2 opacity-60',
}
type Ground = keyof typeof grounds

interface FaceProps {
  icon: ComponentType<LucideProps>
  ground: Ground
  /** Something is in progress: a spinner replaces the icon. */
  isPending?: boolean
  children?: ReactNode
}

export const Face = ({ icon: Icon, ground, isPending = false, children }: FaceProps) => (
  <span
    className={`relative flex h-12 w-15 items-center justify-center rounded-control border outline-offset-2 low:h-9 outline-stage-accent group-focus-visible:outline-2 max-call:w-13 ${grounds[ground]}`}
  >
    {isPending ? <Spinner label="Starting" /> : <Icon className="size-5" strokeWidth={1.75} />}
    {children}
  </span>
)

interface ControlProps extends FaceProps {
  /** The state, as the visible label. */
  word: string
  /** The action of a press: its tooltip, and the beginning of its name. */
  act: string
  /** The key that does the same. */
  shortcut?: string
  /** Further text in the tooltip. */
  note?: string | undefined
  onPress: () => void
}

/** A button with one action. */
export const Control = ({ word, act, shortcut, note, onPress, ...face }: ControlProps) => (
  <Tooltip text={[tipOf(act, shortcut), note].filter(Boolean).join('. ')}>
    <PlainButton aria-label={act} onPress={onPress} className={controlStyles}>
      <Face {...face} />
      {word}
    </PlainButton>
  </Tooltip>
)

const tipOf = (act: string, shortcut: string | undefined): string =>
  shortcut === undefined ? act : `${act} (${shortcut})`

interface ToggleControlProps extends Omit<ControlProps, 'note'> {
  isOn: boolean
  /** Takes the focus after joining. */
  isFirst?: boolean
  /** The accessible name, if it isn't the action followed by the state. */
  label?: string
}

/** A toggle that shows its state by word, icon, background and pressed state. */
export const ToggleControl = (props: ToggleControlProps) => {
  const { word, act, shortcut, isOn, isFirst = false, label = `${act}, ${word}`, onPress, ...face } = props
  return (
    <Tooltip text={tipOf(act, shortcut)}>
      <PlainToggle
        aria-label={label}
        isSelected={isOn}
        onChange={onPress}
        // After 'Join Session' the focus continues here.
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

interface ClosedControlProps extends Pick<FaceProps, 'icon'> {
  word: string
  /** The reason why it can't be used, which is its whole tooltip. */
  why: string
}

/** Unavailable for now. It still takes the focus, so that its reason is found and read. */
export const ClosedControl = ({ icon, word, why }: ClosedControlProps) => (
  <Tooltip text={why}>
    <button type="button" aria-disabled="true" aria-label={`${word}. ${why}`} className={controlStyles}>
      <Face icon={icon} ground="faint" />
      {word}
    </button>
  </Tooltip>
)
