import type { Progress, ScoredSession } from '@parley/contract/assessment/progress.ts'
import { countsText, shareText } from '@parley/contract/rules/assessment/progress.ts'
import { useId } from 'react'
import { instantText } from '#platform/time/dates.ts'
import { Link } from '#ui/button/link.tsx'
import { Swatch } from './category-blocks.tsx'
import { namesOf, sentText } from './progress-words.ts'

interface ProgressTableProps {
  progress: Progress
  zone: string
  now: number
}

const head =
  'border-b border-line-2 px-3 py-2 text-left text-label font-medium text-ink-2 first:pl-0 last:pr-0'
const cell = 'border-b border-line px-3 py-2.5 align-top first:pl-0 last:pr-0'
const figures = 'text-right font-figures whitespace-nowrap'

/** The scored sessions, with the same figures as the chart. */
export function ProgressTable({ progress, zone, now }: ProgressTableProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="@container">
      <h2 id={id} className="mb-1 text-large font-semibold">
        Sessions
      </h2>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className={head}>
              Session
            </th>
            <th scope="col" className={`${head} @max-2xl:hidden`}>
              Date
            </th>
            <th scope="col" className={`${head} @max-4xl:hidden`}>
              Conversations
            </th>
            <th scope="col" className={`${head} @max-4xl:hidden`}>
              Assessor
            </th>
            <th scope="col" className={`${head} text-right`}>
              Shown
            </th>
            <th scope="col" className={head}>
              Report
            </th>
          </tr>
        </thead>
        <tbody>
          {progress.sessions.map((session) => (
            <Row key={session.id} {...{ progress, session, zone, now }} />
          ))}
        </tbody>
      </table>
      {progress.hasMore && (
        <p className="mt-3 text-label text-ink-3">
          {`The newest ${progress.sessions.length} sessions. Older ones are on their own pages.`}
        </p>
      )}
    </section>
  )
}

function Row({ progress, session, zone, now }: ProgressTableProps & { session: ScoredSession }) {
  const names = namesOf(progress.rubrics, session)
  return (
    <tr>
      <th scope="row" className={`${cell} text-left font-medium wrap-anywhere`}>
        <span className="block">
          <Link to="/session/$sessionId/preview" params={{ sessionId: session.id }}>
            {session.title}
          </Link>
        </span>
        <span className="block text-label font-normal text-ink-3 @2xl:hidden">
          {instantText(zone, session.start_time)}
        </span>
      </th>
      <td className={`${cell} font-figures whitespace-nowrap text-ink-2 @max-2xl:hidden`}>
        {instantText(zone, session.start_time)}
      </td>
      <td className={`${cell} @max-4xl:hidden`}>
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-label">
          {session.conversations.map(({ conversation }) => (
            <li key={conversation} className="flex items-center gap-1.5">
              <Swatch conversation={conversation} />
              {names[conversation]?.name}
            </li>
          ))}
        </ul>
      </td>
      <td className={`${cell} text-ink-2 wrap-anywhere @max-4xl:hidden`}>{session.coach}</td>
      <td className={`${cell} ${figures}`}>
        {session.answered > 0 ? (
          <>
            <span className="font-medium">{shareText(session)}</span>
            <span className="block text-label text-ink-3">{countsText(session)}</span>
          </>
        ) : (
          <span className="text-label text-ink-3">words alone</span>
        )}
      </td>
      <td className={`${cell} text-label text-ink-2`}>
        {session.report_at === null ? (
          <span className="text-ink-3">not sent</span>
        ) : (
          `sent ${sentText(zone, session.report_at, now)}`
        )}
      </td>
    </tr>
  )
}
