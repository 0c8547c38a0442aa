import { sessionCalendarFile, type Session } from '@parley/contract/sessions/sessions.ts'
import {
  googleCalendarUrl,
  otherSideName,
  outlookCalendarUrl,
} from '@parley/contract/rules/sessions/calendar-links.ts'
import { CalendarPlus } from 'lucide-react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { saveFile } from '#ui/display/save-file.ts'
import type { RowAct } from '#ui/table/rows/row.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Ways to put a session into the viewer's own calendar. */
export const calendarActs = (session: Session, viewerId: string): RowAct => {
  const entry = entryOf(session, viewerId)
  return {
    id: 'calendar',
    label: 'Add to calendar',
    icon: <CalendarPlus />,
    acts: [
      { id: 'ics', label: '.ics file', onAction: () => void saveEntry(session.id) },
      { id: 'google', label: 'Google', onAction: () => openElsewhere(googleCalendarUrl(entry)) },
      { id: 'outlook', label: 'Outlook', onAction: () => openElsewhere(outlookCalendarUrl(entry)) },
    ],
  }
}

/** The event for an external calendar: the time, the other side's first name, and the URL of our own page. */
function entryOf(session: Session, viewerId: string) {
  const { participants, coach } = session
  const others = participants.filter(({ id }) => id !== viewerId)
  // For a viewer who is not a participant, the client is the other side, as for the coach.
  const isParticipant = others.length < participants.length
  const coaches = isParticipant ? coach.map((each) => ({ ...each, username: '' })) : []
  return {
    firstName: otherSideName([...others, ...coaches]),
    start: Date.parse(session.start_time),
    end: Date.parse(session.end_time),
    url: `${location.origin}/session/${session.id}/preview`,
  }
}

const openElsewhere = (url: string) => void window.open(url, '_blank', 'noopener,noreferrer')

async function saveEntry(id: string): Promise<void> {
  try {
    const { filename, ics } = await request(sessionCalendarFile, { params: { id } })
    saveFile(filename, new Blob([ics], { type: 'text/calendar' }))
  } catch (error) {
    toast.error("Couldn't create the calendar file", messageOf(error))
  }
}
