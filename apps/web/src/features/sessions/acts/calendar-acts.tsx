import { sessionCalendarFile, type Session } from '@parley/contract/sessions.ts'
import {
  googleCalendarUrl,
  otherSideName,
  outlookCalendarUrl,
} from '@parley/contract/rules/calendar-links.ts'
import { CalendarPlus } from 'lucide-react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
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
      { id: 'ics', label: '.ics file', onAction: () => void saveFile(session.id) },
      { id: 'google', label: 'Google', onAction: () => openElsewhere(googleCalendarUrl(entry)) },
      { id: 'outlook', label: 'Outlook', onAction: () => openElsewhere(outlookCalendarUrl(entry)) },
    ],
  }
}

/** What a calendar elsewhere is told: the time, the other side's first name, our own page. */
function entryOf(session: Session, viewerId: string) {
  const others = [
    ...session.participants,
    ...session.coach.map((coach) => ({ ...coach, username: '' })),
  ].filter(({ id }) => id !== viewerId)
  const isMember = others.length <= session.participants.length
  return {
    // Whoever only looks on has the client on the other side.
    firstName: otherSideName(isMember ? others : session.participants),
    start: Date.parse(session.start_time),
    end: Date.parse(session.end_time),
    url: `${location.origin}/session/${session.id}/preview`,
  }
}

const openElsewhere = (url: string) => void window.open(url, '_blank', 'noopener,noreferrer')

async function saveFile(id: string): Promise<void> {
  try {
    const { filename, ics } = await request(sessionCalendarFile, { params: { id } })
    const url = URL.createObjectURL(new Blob([ics], { type: 'text/calendar' }))
    const link = document.createElement('a')
    link.href = url
    link.download = filename
    link.click()
    URL.revokeObjectURL(url)
  } catch (error) {
    toast.error('The calendar file could not be made', messageOf(error))
  }
}
