import '@fontsource-variable/literata/index.css'
import type { GuestSession } from '@parley/contract/calls/calls.ts'
import { guestWindow } from '@parley/contract/rules/calls/guest-states.ts'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { browserZone, clockText } from '#platform/time/time-zone.ts'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Contact } from '#features/calls/contact/contact.tsx'
import { endTexts, type CallEnd } from '#features/calls/room/call-state.ts'

interface GuestEndProps {
  end: CallEnd
  session: GuestSession
  /** How long the client was in the call, by the server's record; undefined until the server has answered. */
  stayedMs: number | undefined
  mayRejoin: boolean
  onRejoin: () => void
  /** Takes the call from the other tab. */
  onMove: () => void
  /** Undefined if there was no call to report on. */
  onReport: (() => void) | undefined
  /** Chat messages that were not sent, to send or to discard. */
  unsent?: ReactNode
}

/** The page after the call: the client can come back while that is possible, and sees whom to ask. */
export function GuestEnd(props: GuestEndProps) {
  const { end, session, stayedMs, mayRejoin, onRejoin, onMove, onReport, unsent } = props
  const until = clockText(browserZone(), guestWindow(session).closes)
  return (
    <div className="mx-auto flex w-full max-w-120 flex-col items-center gap-3 text-center wrap-anywhere">
      <PageHeading
        title={endTexts[end]}
        className="text-[2rem]/10 font-semibold tracking-[-0.02em] text-balance"
      />
      {endTexts[end] === endTexts.left && (
        <p className="font-voice text-title text-balance text-ink-2">{thanks(session, stayedMs)}</p>
      )}
      {mayRejoin && (
        <div className="mt-3">
          {end === 'moved' ? (
            <Button look="primary" size="large" onPress={onMove}>
              Move the call here
            </Button>
          ) : (
            <Button size="large" icon={<RotateCcw strokeWidth={1.75} />} onPress={onRejoin}>
              {`Rejoin until ${until}`}
            </Button>
          )}
        </div>
      )}
      {unsent}
      <div className="mt-5 text-ink-2">
        <p>{end === 'left' ? 'Left by mistake, or did something go wrong?' : 'Did something go wrong?'}</p>
        <p className="flex flex-wrap items-center justify-center gap-x-2">
          <span>
            <Contact organization={session.organization} />
          </span>
          {onReport && (
            <>
              <span aria-hidden="true" className="max-sm:hidden">
                ·
              </span>
              <PlainButton
                onPress={onReport}
                className="min-h-11 cursor-pointer rounded-tag text-accent-ink underline underline-offset-2 outline-accent focus-visible:outline-2"
              >
                Report technical issues
              </PlainButton>
            </>
          )}
        </p>
      </div>
    </div>
  )
}

function thanks({ first_name, coach_first_name }: GuestSession, stayedMs = 0): string {
  const minutes = Math.round(stayedMs / 60_000)
  const stay = `You were in the call with ${coach_first_name || 'your coach'} for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return `Thank you${first_name === '' ? '' : `, ${first_name}`}.${minutes > 0 ? ` ${stay}` : ''}`
}
