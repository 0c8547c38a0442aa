import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#platform/time/clock.ts'
import { keptWords, watchKept, type KeptWords } from '#features/chat/model/kept-chats.ts'

/** A chat that is open in another tab may still be sending: only words older than this are reported. */
const settledMs = 15_000

/** The words that a person left unsent on this device. */
export function useKeptWords(personId: string): readonly KeptWords[] {
  // Words become old enough without a change of the storage, so each clock tick reads it again.
  useNow()
  const text = useSyncExternalStore(watchKept, () => {
    const now = Date.now()
    return JSON.stringify(keptWords(personId, now).filter(({ at }) => at < now - settledMs))
  })
  // The snapshot above wrote this text.
  return useMemo(() => JSON.parse(text) as KeptWords[], [text])
}
