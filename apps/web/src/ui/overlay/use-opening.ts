import { useState } from 'react'

interface Opening<T> {
  /** What is open, or was open last: a drawer that slides out still shows it. */
  value: T | undefined
  isOpen: boolean
  /** Another one for each time that something is opened: what was typed the last time does not come back. */
  key: number
}

/** For what opens over the page: follows what is wanted and holds on to it until something else is. */
export function useOpening<T>(wanted: T | undefined): Opening<T> {
  const [opening, setOpening] = useState<Opening<T>>({ value: undefined, isOpen: false, key: 0 })
  const isOther = wanted !== undefined && (!opening.isOpen || opening.value !== wanted)
  if (isOther) setOpening({ value: wanted, isOpen: true, key: opening.key + 1 })
  if (wanted === undefined && opening.isOpen) setOpening({ ...opening, isOpen: false })
  return opening
}
