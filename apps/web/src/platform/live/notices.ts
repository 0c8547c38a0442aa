import type { LiveNotice } from '@parley/contract/live.ts'
import { useEffect, useEffectEvent } from 'react'

/** The notices that features listen for; the channel handles the others itself. */
export type FeatureNotice = Exclude<LiveNotice, { kind: 'signed-out' | 'channel' }>

const hearers = new Set<(notice: FeatureNotice) => void>()

export function handOn(notice: FeatureNotice): void {
  for (const hearer of hearers) hearer(notice)
}

/** Calls `onNotice` for every notice while the component is mounted, whichever tab holds the stream. */
export function useNotice(onNotice: (notice: FeatureNotice) => void): void {
  const hear = useEffectEvent(onNotice)
  useEffect(() => {
    const hearer = (notice: FeatureNotice) => hear(notice)
    hearers.add(hearer)
    return () => void hearers.delete(hearer)
  }, [])
}
