import { useState } from 'react'
import type { StreamPerson } from './stream-people.ts'

interface StreamAnnouncerProps {
  holder: StreamPerson | undefined
  /** Keys go to the application. */
  isCaptured: boolean
}

/** Tells screen readers who has control and where keys go. The listener's own control is announced at once. */
export function StreamAnnouncer({ holder, isCaptured }: StreamAnnouncerProps) {
  const [wasCaptured, setWasCaptured] = useState(false)
  if (isCaptured && !wasCaptured) setWasCaptured(true)
  return (
    <>
      <output className="sr-only">{holder && !holder.isSelf && `${holder.name} has control`}</output>
      <output className="sr-only">
        {isCaptured
          ? 'Keys go to Parley. Press Escape twice to leave.'
          : wasCaptured && 'Your keys are back in the call.'}
      </output>
      <p role="alert" className="sr-only">
        {holder?.isSelf && 'You have control. Press Escape twice to leave Parley'}
      </p>
    </>
  )
}
