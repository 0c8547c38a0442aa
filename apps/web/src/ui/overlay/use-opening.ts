import { useState } from 'react'

/** A value of the address, or an object with an id: after a refetch it is another object but still the same thing. */
type Openable = string | true | { readonly id: string }

const idOf = (value: Openable): string | true => (typeof value === 'object' ? value.id : value)

interface Opening<T> {
  /** The value that is open now, or was open last: a drawer that slides out still shows it. */
  value: T | undefined
  isOpen: boolean
  /** Changes each time something is opened, so that earlier input does not come back. */
  key: number
}

/** For overlays: follows `wanted`, and keeps its last value until another one is wanted. */
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
