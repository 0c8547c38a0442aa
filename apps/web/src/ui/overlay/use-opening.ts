import { useState } from 'react'

/** A word of the address, or something that has an id: what is fetched again is another object and still the same one. */
type Openable = string | true | { readonly id: string }

const idOf = (value: Openable): string | true => (typeof value === 'object' ? value.id : value)

interface Opening<T> {
  /** What is open, as it is now, or was open last: a drawer that slides out still shows it. */
  value: T | undefined
  isOpen: boolean
  /** Another one for each time that something is opened: what was typed the last time does not come back. */
  key: number
}

/** For what opens over the page: follows what is wanted and holds on to it until something else is. */
export function useOpening<T extends Openable>(wanted: T | undefined): Opening<T> {
  const [opening, setOpening] = useState<Opening<T>>({ value: undefined, isOpen: false, key: 0 })
  const { value, isOpen, key } = opening
  if (wanted === undefined) {
    if (isOpen) setOpening({ ...opening, isOpen: false })
  } else if (!isOpen || value === undefined || idOf(value) !== idOf(wanted)) {
    setOpening({ value: wanted, isOpen: true, key: key + 1 })
  } else if (value !== wanted) {
    setOpening({ ...opening, value: wanted })
  }
  return opening
}
