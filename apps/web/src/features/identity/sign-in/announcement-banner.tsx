import { announcements } from '@parley/contract/content/content.ts'
import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { queryOf } from '#platform/server/queries.ts'
import { standingAnnouncements } from '@parley/contract/rules/people/sign-in.ts'

/** The announcements that are current at this instant. While they load, or if they cannot be loaded, there is no banner. */
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
