import type { LiveNotice } from '@parley/contract/wire/live.ts'
import { useEffect, useEffectEvent } from 'react'

/** The notices that features listen for; the channel handles the others itself. */
export type FeatureNotice = Exclude<LiveNotice, { kind: 'signed-out' | 'channel' }>

const listeners = new Set<(notice: FeatureNotice) => void>()

export function dispatchNotice(notice: FeatureNotice): void {
  for (const listener of listeners) listener(notice)
}

/** Calls `onNotice` for every notice while the component is mounted, whichever tab holds the stream. */
export function useNotice(onNotice: (notice: FeatureNotice) => void): void {
  const call = useEffectEvent(onNotice)
  useEffect(() => {
    const listener = (notice: FeatureNotice) => call(notice)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
