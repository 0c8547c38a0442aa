import { isOutdated, type Unsent } from './unsent.ts'

const prefix = 'parley.answer.'
const lastPersonKey = 'parley.answers-of'

/** One key per answer, so that two tabs never overwrite each other's. */
const keyOf = (personId: string, clientId: string): string => `${prefix}${personId}.${clientId}`

const keysUnder = (start: string): string[] =>
  Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) =>
    key.startsWith(start),
  )

function readUnsent(text: string | null): Unsent | undefined {
  try {
    // Only `put` writes here. Foreign text fails to parse or has no `clientId`.
    const unsent = JSON.parse(text ?? '') as Unsent
    return typeof unsent.clientId === 'string' && typeof unsent.at === 'number' ? unsent : undefined
  } catch {
    return undefined
  }
}

export interface KeptAnswers {
  /** In the order in which they were given. */
  all: () => Unsent[]
  /** Answers whether the device stored it: a full device stores nothing more. */
  put: (unsent: Unsent) => boolean
  remove: (clientId: string) => void
  /** Reports the changes that other tabs of this browser make. */
  watch: (watcher: () => void) => () => void
}

/** One person's answers that are not stored yet. They are on this device, shared by all its tabs. */
export function keptAnswers(personId: string): KeptAnswers {
  const own = `${prefix}${personId}.`
  return {
    all: () =>
      keysUnder(own)
        .flatMap((key) => readUnsent(localStorage.getItem(key)) ?? [])
        .toSorted((a, b) => a.at - b.at),
    put: (unsent) => {
      try {
        localStorage.setItem(keyOf(personId, unsent.clientId), JSON.stringify(unsent))
        return true
      } catch {
        return false
      }
    },
    remove: (clientId) => localStorage.removeItem(keyOf(personId, clientId)),
    watch: (watcher) => {
      const onOtherTab = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(own)) watcher()
      }
      addEventListener('storage', onOtherTab)
      return () => removeEventListener('storage', onOtherTab)
    },
  }
}

export const countUnsent = (personId: string): number => keysUnder(`${prefix}${personId}.`).length

/** Deletes a person's unsent answers, because they asked for it or lost the right to score. */
export function dropUnsent(personId: string): void {
  for (const key of keysUnder(`${prefix}${personId}.`)) localStorage.removeItem(key)
}

/** Remembers who is here, because a refused sign-in does not say whose it was. */
export const noteWhoIsHere = (personId: string): void => localStorage.setItem(lastPersonKey, personId)

/** Drops the unsent answers of the last person here, who may not come back, or not with the same role. */
export function dropUnsentOfLast(): void {
  const last = localStorage.getItem(lastPersonKey)
  if (last !== null) dropUnsent(last)
}

/** Drops everybody's outdated answers: nothing waits for ever. */
export function dropOutdated(now: number): void {
  for (const key of keysUnder(prefix)) {
    const unsent = readUnsent(localStorage.getItem(key))
    if (!unsent || isOutdated(unsent, now)) localStorage.removeItem(key)
  }
}
