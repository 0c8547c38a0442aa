import { isOutdated, type Unsent } from './unsent.ts'

const prefix = 'parley.answer.'
const lastPersonKey = 'parley.answers-of'

/** A key for each, so that two tabs can never write over one another's. */
const keyOf = (personId: string, clientId: string): string => `${prefix}${personId}.${clientId}`

const keysUnder = (start: string): string[] =>
  Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) =>
    key.startsWith(start),
  )

function readUnsent(text: string | null): Unsent | undefined {
  try {
    // Written by `put` alone; a stranger's text fails here or has no name.
    const unsent = JSON.parse(text ?? '') as Unsent
    return typeof unsent.clientId === 'string' && typeof unsent.at === 'number' ? unsent : undefined
  } catch {
    return undefined
  }
}

export interface KeptAnswers {
  /** In the order in which they were given. */
  all: () => Unsent[]
  /** Whether this device has it now: a full one keeps nothing more. */
  put: (unsent: Unsent) => boolean
  remove: (clientId: string) => void
  /** Tells of what other tabs of this browser do. */
  watch: (watcher: () => void) => () => void
}

/** One person's answers that are not stored yet, on this device and in all of its tabs. */
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

/** They are lost: by the person's own wish, or because the right to them is. */
export function dropUnsent(personId: string): void {
  for (const key of keysUnder(`${prefix}${personId}.`)) localStorage.removeItem(key)
}

/** Remembered because a sign-in that is refused does not say whose it was. */
export const noteWhoIsHere = (personId: string): void => localStorage.setItem(lastPersonKey, personId)

/** Whoever was here last may not come back, or not as who they were: what they had not sent goes with that. */
export function dropUnsentOfLast(): void {
  const last = localStorage.getItem(lastPersonKey)
  if (last !== null) dropUnsent(last)
}

/** Whosever it is: nothing waits for ever. */
export function dropOutdated(now: number): void {
  for (const key of keysUnder(prefix)) {
    const unsent = readUnsent(localStorage.getItem(key))
    if (!unsent || isOutdated(unsent, now)) localStorage.removeItem(key)
  }
}
