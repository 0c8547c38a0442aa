import { Drama, LoaderCircle, Users, type LucideProps } from 'lucide-react'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import { ClosedControl, Control } from './control.tsx'

/** `absent`: there is no application, or this person may not launch it. */
export type Launch = 'absent' | 'possible' | 'unsupported' | 'starting' | 'open'

interface LaunchControlProps {
  launch: Launch
  /** How well the others can see it, as far as their device checks say. */
  note?: string | undefined
  /** The application is in focus now. */
  isInFocus: boolean
  onLaunch: () => void
  /** Switches to the people, or back to the application. */
  onToggle: () => void
}

const cannotShow = "This browser can't show it (no H.264)"

/**
 * Opens the application for everybody; once it is open, switches between it and the people. It stays one and the same
 * button, so that the focus stays on it after a press.
 */
export function LaunchControl({ launch, note, isInFocus, onLaunch, onToggle }: LaunchControlProps) {
  const isSheet = useSheetScreen()
  if (launch === 'absent') return null
  if (launch === 'unsupported')
    return <ClosedControl icon={Drama} word={isSheet ? 'Parley' : 'Launch Parley'} why={cannotShow} />
  if (launch === 'possible')
    return (
      <Control
        icon={Drama}
        ground="plain"
        word={isSheet ? 'Parley' : 'Launch Parley'}
        act="Launch Parley"
        note={note}
        onPress={onLaunch}
      />
    )
  if (launch === 'starting')
    return (
      <Control icon={Turning} ground="accent" word="Starting…" act="Parley is starting" onPress={() => {}} />
    )
  return isInFocus ? (
    <Control
      icon={Users}
      ground="plain"
      word={isSheet ? 'People' : 'Show people'}
      act="Show people"
      shortcut="P"
      onPress={onToggle}
    />
  ) : (
    <Control
      icon={Drama}
      ground="plain"
      word={isSheet ? 'Parley' : 'Show Parley'}
      act="Show Parley"
      shortcut="P"
      onPress={onToggle}
    />
  )
}

const Turning = (props: LucideProps) => (
  <LoaderCircle {...props} className="size-5 animate-spin motion-reduce:animate-none" />
)
