import { announcements } from '@parley/contract/content.ts'
import { standingAnnouncements } from '@parley/contract/rules/announcements.ts'
import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { queryOf } from '#platform/server/queries.ts'

/** The notices that stand at this instant. While they are on their way, or cannot be had, there is simply no banner. */
export function AnnouncementBanner({ now }: { now: number }) {
  const { data = [] } = useQuery(queryOf(announcements, {}))
  return standingAnnouncements(data, now).map(({ from, title, text }) => (
    <aside
      key={from + title}
      aria-label="Announcement"
      className="flex gap-2.5 bg-accent-soft px-6 py-2.75 text-label text-accent-ink sm:justify-center"
    >
      <Megaphone className="mt-px size-4 shrink-0" strokeWidth={1.75} />
      <p>
        <strong className="font-semibold">{title}</strong> {text}
      </p>
    </aside>
  ))
}
