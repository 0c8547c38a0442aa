import {
  LayoutGrid,
  Maximize,
  Minimize,
  PanelRight,
  SignalHigh,
  SignalLow,
  SignalMedium,
  Users,
  WifiOff,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { useNowAt } from '#platform/time/clock.ts'
import { useLowScreen, useSheetScreen } from '#ui/page/use-small-screen.ts'
import type { CallState } from '#features/calls/room/call-state.ts'
import { useFullScreen } from './whole-page.ts'

interface TopBarProps {
  state: CallState
  /** The clock, shown here if the bar has no room for it. */
  left: ReactNode
  /** Something is in focus. */
  isFocused: boolean
  onLayout: () => void
}

/** Last in keyboard order: nothing here is needed in a hurry. */
export function TopBar({ state, left, isFocused, onLayout }: TopBarProps) {
  const { people } = state
  const isSheet = useSheetScreen()
  const isLow = useLowScreen()
  if (isSheet)
    return (
      <header className="pointer-events-none absolute inset-x-0 top-0 flex justify-between p-3 *:rounded-tag *:bg-stage/80 *:px-2.5 *:py-1">
        <div>{left}</div>
        <Connection state={state} />
      </header>
    )
  if (isLow)
    return (
      <header className="pointer-events-none relative flex justify-end self-start px-5 py-2 [grid-area:stage] *:rounded-tag *:bg-stage/80 *:px-2.5 *:py-1">
        <Connection state={state} />
      </header>
    )
  return (
    <header className="flex items-center justify-between px-4 [grid-area:top]">
      <Wordmark />
      <div className="flex items-center gap-5 text-label text-stage-ink-2">
        <p className="flex items-center gap-2">
          <Users className="size-4" strokeWidth={1.6} />
          {people.length}
          <span className="sr-only"> in the call</span>
        </p>
        <Connection state={state} />
        {people.length > 2 && (
          <TopButton act={isFocused ? 'Show the grid' : 'Show in focus'} shortcut="G" onPress={onLayout}>
            {isFocused ? <LayoutGrid strokeWidth={1.75} /> : <PanelRight strokeWidth={1.75} />}
          </TopButton>
        )}
        <FullScreen />
      </div>
    </header>
  )
}

const qualities = {
  good: { icon: SignalHigh, word: 'Good', look: 'text-speaking' },
  usable: { icon: SignalMedium, word: 'Usable', look: 'text-yellow-ink' },
  weak: { icon: SignalLow, word: 'Weak', look: 'text-yellow-ink' },
} satisfies Record<NonNullable<CallState['quality']>, { icon: LucideIcon; word: string; look: string }>

function Connection({ state: { quality, lostSince } }: { state: CallState }) {
  if (lostSince !== undefined) return <Offline since={lostSince} />
  return quality && <Quality quality={quality} />
}

const secondMs = 1000

/** Counts the seconds visually; the notice tells screen readers once. */
function Offline({ since }: { since: number }) {
  const now = useNowAt((at) => at + secondMs - ((at - since) % secondMs))
  return (
    <p aria-hidden="true" className="flex items-center gap-1.5 font-figures text-yellow-ink">
      <WifiOff className="size-4" strokeWidth={2} />
      Offline for {Math.max(0, Math.floor((now - since) / secondMs))} s
    </p>
  )
}

function Quality({ quality }: { quality: NonNullable<CallState['quality']> }) {
  const { icon: Icon, word, look } = qualities[quality]
  return (
    <p className="flex items-center gap-1.5">
      <Icon className={`size-4 ${look}`} strokeWidth={2.25} />
      <span className="sr-only">Your connection: </span>
      {word}
    </p>
  )
}

function FullScreen() {
  const { isFull, isPossible, toggle } = useFullScreen()
  if (!isPossible) return null
  const act = isFull ? 'Exit full screen' : 'Full screen'
  return (
    <TopButton act={act} shortcut="Shift+F" onPress={toggle}>
      {isFull ? <Minimize strokeWidth={1.75} /> : <Maximize strokeWidth={1.75} />}
    </TopButton>
  )
}

interface TopButtonProps {
  act: string
  shortcut: string
  onPress: () => void
  children: ReactNode
}

const TopButton = ({ act, shortcut, onPress, children }: TopButtonProps) => (
  <Tooltip text={`${act} (${shortcut})`}>
    <PlainButton
      aria-label={act}
      onPress={onPress}
      className="flex size-9 cursor-pointer items-center justify-center rounded-control outline-stage-accent hover:bg-stage-raised focus-visible:outline-2 pointer-coarse:size-11 [&_svg]:size-4"
    >
      {children}
    </PlainButton>
  </Tooltip>
)
