import { browserZone } from '#platform/time/time-zone.ts'
import { UnsentWords, useKeptWords } from '#features/chat/chat.ts'

/** A client's page doesn't know their id. What it stores is told apart by the session. */
export const guestPersonId = 'guest'

interface GuestUnsentProps {
  secret: string
  /** Undefined if this page was in no call. */
  sessionId: string | undefined
}

/** The messages that a client wrote in this call's chat and could not send. */
export function GuestUnsent({ secret, sessionId }: GuestUnsentProps) {
  const words = useKeptWords(guestPersonId).filter((each) => each.sessionId === sessionId)
  if (words.length === 0) return null
  return (
    <section aria-label="Not sent" className="mt-5 w-full rounded-panel border border-line px-4 py-2">
      <h2 className="mt-2 text-left font-semibold">Not sent</h2>
      <UnsentWords {...{ words }} personId={guestPersonId} zone={browserZone()} guest={secret} />
    </section>
  )
}
