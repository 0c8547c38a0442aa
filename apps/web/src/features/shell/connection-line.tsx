import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTrouble } from '#platform/live/channel.ts'
import { useNowAt } from '#platform/time/clock.ts'

/** A stream that reopens at once, as at each new release, is not worth a message. */
const patienceMs = { offline: 2000, 'no-updates': 6000 }
/** Long enough to be read out. */
const backMs = 5000

const words = {
  offline: { text: 'No connection. Trying again…', Icon: CloudOff },
  'no-updates': { text: 'Live updates are down. Checking every 15 seconds.', Icon: RefreshCw },
}

/**
 * Says that the portal cannot be reached, or that live updates are down; the last known data stays on the screen. The line
 * lies over the free edge of the page below and lets presses through, so that nothing moves away under a finger when it
 * appears or disappears.
 */
export function ConnectionLine() {
  const kind = useLastingTrouble()
  const isBack = useIsBack(kind !== undefined)
  const { text, Icon } = words[kind ?? 'offline']
  return (
    <output className="pointer-events-none block h-0">
      {kind && (
        <span className="flex items-center justify-center gap-2 border-b border-yellow-line bg-yellow-soft px-4 text-label text-yellow-ink lg:py-1">
          <Icon className="size-4 shrink-0" strokeWidth={1.75} />
          {text}
        </span>
      )}
      {isBack && <span className="sr-only">Connected again.</span>}
    </output>
  )
}

function useLastingTrouble() {
  const trouble = useTrouble()
  const due = trouble ? trouble.since + patienceMs[trouble.kind] : Infinity
  const now = useNowAt(() => due)
  return trouble && now >= due ? trouble.kind : undefined
}

/** Whether the trouble that was shown has just ended. */
function useIsBack(isShown: boolean): boolean {
  const [wasShown, setWasShown] = useState(false)
  if (isShown && !wasShown) setWasShown(true)
  useEffect(() => {
    if (isShown || !wasShown) return undefined
    const timer = setTimeout(() => setWasShown(false), backMs)
    return () => clearTimeout(timer)
  }, [isShown, wasShown])
  return wasShown && !isShown
}
