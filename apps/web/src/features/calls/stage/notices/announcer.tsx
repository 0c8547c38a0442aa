import { useEffect, useRef, useState } from 'react'
import type { CallState } from '#features/calls/room/call-state.ts'
import { changesHeard } from './announcements.ts'

/** Announces who comes and goes and what changes, for screen readers. Levels and clocks are never announced. */
export function Announcer({ state }: { state: CallState }) {
  const before = useRef(state)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const heard = changesHeard(before.current, state)
    before.current = state
    if (heard.length > 0) setSaid(heard.join(' '))
  }, [state])
  return <output className="sr-only">{said}</output>
}
