import type { GuestSession } from '@parley/contract/calls/calls.ts'
import { googleCalendarUrl, outlookCalendarUrl } from '@parley/contract/rules/sessions/calendar-links.ts'
import { CalendarPlus, Download } from 'lucide-react'
import { useState } from 'react'
import { browserZone } from '#platform/time/time-zone.ts'
import { buttonStyles } from '#ui/button/button-styles.ts'
import { saveText } from '#ui/display/save-file.ts'
import { askForCalendarFile } from '#features/calls/guest/guest-request.ts'

interface CalendarOfferProps {
  session: GuestSession
  secret: string
}

/** The call as a calendar entry. It never carries the link, because calendars are shared. */
export function CalendarOffer({ session, secret }: CalendarOfferProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const entry = {
    firstName: session.coach_first_name,
    start: Date.parse(session.start_time),
    end: Date.parse(session.end_time),
  }
  const save = async () => {
    const heard = await askForCalendarFile(secret, browserZone())
    setHasFailed(heard.kind !== 'answered')
    if (heard.kind === 'answered') saveText(heard.answer.filename, heard.answer.ics, 'text/calendar')
  }
  const elsewhere = (label: string, url: string) => (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonStyles()}>
      <CalendarPlus strokeWidth={1.75} />
      {label}
    </a>
  )
  return (
    <section aria-labelledby="guest-calendar">
      <h3 id="guest-calendar" className="mb-2 text-label font-medium text-ink-2">
        Add to your calendar
      </h3>
      <div className="flex flex-wrap gap-2">
        {elsewhere('Google', googleCalendarUrl(entry))}
        {elsewhere('Outlook', outlookCalendarUrl(entry))}
        <button type="button" className={buttonStyles()} onClick={() => void save()}>
          <Download strokeWidth={1.75} />
          Calendar file
        </button>
      </div>
      {hasFailed && (
        <p role="alert" className="mt-2 text-label text-red-ink">
          Couldn't create the file. Please try again.
        </p>
      )}
      <p className="mt-2 text-label text-ink-3">The calendar entry doesn't hold your link. Keep the email.</p>
    </section>
  )
}
