import { useEffect, useRef, useState } from 'react'
import type { StreamPerson } from './stream-people.ts'

interface StreamAnnouncerProps {
  holder: StreamPerson | undefined
  /** Keys go to the application. */
  isCaptured: boolean
}

/** Who has control, for whoever listens; one's own is said at once. */
export function StreamAnnouncer({ holder, isCaptured }: StreamAnnouncerProps) {
  const [said, setSaid] = useState('')
  const wasCaptured = useRef(false)
  const own = holder?.isSelf === true
  const name = holder?.name
  useEffect(() => {
    if (name !== undefined && !own) setSaid(`${name} has control`)
  }, [name, own])
  useEffect(() => {
    if (wasCaptured.current !== isCaptured)
      setSaid(
        isCaptured ? 'Keys go to Parley. Press Escape twice to leave.' : 'Your keys are back in the call.',
      )
    wasCaptured.current = isCaptured
  }, [isCaptured])
  return (
    <>
      <output className="sr-only">{said}</output>
      <p role="alert" className="sr-only">
        {own && 'You have control. Press Escape twice to leave Parley'}
      </p>
    </>
  )
}
