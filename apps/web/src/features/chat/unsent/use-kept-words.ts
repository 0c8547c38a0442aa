import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#platform/time/clock.ts'
import { keptWords, watchKept, type KeptWords } from '#features/chat/model/kept-chats.ts'

/** A chat that stands open in another tab is still sending: what it has not sent for so long is told. */
const settledMs = 15_000

/** What a person left unsent on this device. */
export function useKeptWords(personId: string): readonly KeptWords[] {
  // Words become old enough without a change of the storage: each tick reads it again.
  useNow()
  const text = useSyncExternalStore(watchKept, () => {
    const now = Date.now()
    return JSON.stringify(keptWords(personId, now).filter(({ at }) => at < now - settledMs))
  })
  // Written by the line above.
  return useMemo(() => JSON.parse(text) as KeptWords[], [text])
}
