import { listTimeText } from '#platform/time/dates.ts'
import { Link } from '#ui/button/link.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { MailState, mailText, type MailEntry } from './mail-state.tsx'

interface MailDrawerProps {
  mail: MailEntry | undefined
  zone: string
  now: number
  onClose: () => void
}

const eventWords: Record<MailEntry['log'][number]['event'], string> = {
  begun: 'Handed to the mail server',
  accepted: 'Accepted',
  refused: 'Refused for good',
  failed: 'Failed, will be tried again',
}

/** Everything that happened to one mail. */
export function MailDrawer({ mail, zone, now, onClose }: MailDrawerProps) {
  return (
    <Drawer title={mail ? mailText(mail.kind) : 'Email'} isOpen={mail !== undefined} onClose={onClose}>
      {mail && (
        <>
          <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2.5 [&_dt]:text-ink-3">
            <dt>To</dt>
            <dd className="wrap-anywhere">
              {mail.to?.name ?? '–'}
              <span className="block text-label text-ink-3">{mail.address}</span>
            </dd>
            {mail.session && (
              <>
                <dt>About</dt>
                <dd className="wrap-anywhere">
                  <Link to="/session/$sessionId/preview" params={{ sessionId: mail.session.id }}>
                    {mail.session.title}
                  </Link>
                </dd>
              </>
            )}
            <dt>State</dt>
            <dd>
              <MailState state={mail.state} />
            </dd>
            <dt>Attempts</dt>
            <dd>{mail.attempts}</dd>
            <dt>Message-ID</dt>
            <dd className="font-code text-small wrap-anywhere">{mail.messageId}</dd>
            {mail.lastError !== null && (
              <>
                <dt>Last error</dt>
                <dd className="wrap-anywhere">{mail.lastError}</dd>
              </>
            )}
          </dl>
          <h3 className="mt-6 mb-1 text-large font-semibold">What happened</h3>
          <ol>
            <Event at={listTimeText(zone, mail.createdAt, now)} words="Created" />
            {mail.log.map(({ at, event, answer }, index) => (
              <Event
                // Entries are only ever added at the end.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                at={listTimeText(zone, at, now)}
                words={eventWords[event]}
                answer={answer}
              />
            ))}
          </ol>
        </>
      )}
    </Drawer>
  )
}

function Event({ at, words, answer }: { at: string; words: string; answer?: string | undefined }) {
  return (
    <li className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-4 border-t border-line py-2 first:border-t-0 max-sm:grid-cols-1">
      <span className="font-figures text-label text-ink-3">{at}</span>
      <span>
        {words}
        {answer !== undefined && (
          <span className="block font-code text-small text-ink-3 wrap-anywhere">{answer}</span>
        )}
      </span>
    </li>
  )
}
