import type { LucideProps } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { PlainButton } from '#ui/button/plain-button.tsx'
import { PlainToggle } from '#ui/button/plain-toggle.tsx'
import { Spinner } from '#ui/display/spinner.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

export const controlStyles =
  'group flex min-h-12 min-w-14 cursor-pointer flex-col items-center gap-1.5 rounded-control text-small whitespace-nowrap text-stage-ink-2 outline-none aria-disabled:cursor-default max-call:min-w-12'

const grounds = {
  plain: 'border-stage-line bg-stage-raised text-stage-ink',
  /** Switched off, and said by word, sign and ground. */
  off: 'border-red-line bg-red-soft text-red-ink',
  leave: 'border-transparent bg-stage-danger text-on-stage-danger',
  accent: 'border-transparent bg-lane-coach-soft text-stage-accent',
  /** Of the group at the right, whose ground shows what is open. */
  bare: 'border-transparent text-stage-ink group-hover:bg-stage-raised',
  /** Cannot be used now, and says why. */
  faint: 'border-stage-line text-stage-ink-2 opacity-60',
}
type Ground = keyof typeof grounds

interface FaceProps {
  icon: ComponentType<LucideProps>
  ground: Ground
  /** On its way: it turns in place of the sign. */
  isPending?: boolean
  children?: ReactNode
}

export const Face = ({ icon: Icon, ground, isPending = false, children }: FaceProps) => (
  <span
    className={`relative flex h-12 w-15 items-center justify-center rounded-control border outline-offset-2 outline-stage-accent group-focus-visible:outline-2 max-call:w-13 ${grounds[ground]}`}
  >
    {isPending ? <Spinner label="Starting" /> : <Icon className="size-5" strokeWidth={1.75} />}
    {children}
  </span>
)

interface ControlProps extends FaceProps {
  /** The state, as its label. */
  word: string
  /** What a press does: its tooltip, and the beginning of its name. */
  act: string
  /** The key that does the same. */
  shortcut?: string
  /** What else the tooltip says. */
  note?: string | undefined
  onPress: () => void
}

/** Does one thing. */
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
  /** Where the focus stands after joining. */
  isFirst?: boolean
  /** Its name, where it is not the act followed by the state. */
  label?: string
}

/** Is on or off, and says which: by its word, its sign, its ground and its pressed state. */
export const ToggleControl = (props: ToggleControlProps) => {
  const { word, act, shortcut, isOn, isFirst = false, label = `${act}, ${word}`, onPress, ...face } = props
  return (
    <Tooltip text={tipOf(act, shortcut)}>
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

interface ClosedControlProps extends Pick<FaceProps, 'icon'> {
  word: string
  /** Why it cannot be used, which is all that it says. */
  why: string
}

/** Off for now: it still takes the focus, so that its reason is found and read. */
export const ClosedControl = ({ icon, word, why }: ClosedControlProps) => (
  <Tooltip text={why}>
    <button type="button" aria-disabled="true" aria-label={`${word}. ${why}`} className={controlStyles}>
      <Face icon={icon} ground="faint" />
      {word}
    </button>
  </Tooltip>
)
