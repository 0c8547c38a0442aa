import '@fontsource-variable/literata/index.css'
import {
  issuesText,
  readReport,
  type CallStatistics,
  type ReportEntry,
} from '@parley/contract/calls/call-reports.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/server/queries.ts'
import { listTimeText } from '#platform/time/dates.ts'
import { clockText } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'

interface ReportDrawerProps {
  report: ReportEntry | undefined
  zone: string
  now: number
  onClose: () => void
}

/** One report: its text, who was there when, and the browser's record of its call. */
export const ReportDrawer = ({ report, zone, now, onClose }: ReportDrawerProps) => (
  <Drawer
    title={report ? issuesText(report.kinds) : 'Report'}
    isOpen={report !== undefined}
    onClose={onClose}
  >
    {report && (
      <>
        <dl className={facts}>
          <dt>By</dt>
          <dd className="wrap-anywhere">
            {report.by.name}
            <span className="block text-label text-ink-3">{report.organization}</span>
          </dd>
          <dt>About</dt>
          <dd className="wrap-anywhere">
            <Link to="/session/$sessionId/preview" params={{ sessionId: report.session.id }}>
              {report.session.title}
            </Link>
            <span className="block font-figures text-label text-ink-3">
              {listTimeText(zone, report.session.start_time, now)}
            </span>
          </dd>
          <dt>Reported</dt>
          <dd className="font-figures">{listTimeText(zone, report.at, now)}</dd>
        </dl>
        {report.text !== '' && (
          <p className="mt-4 font-voice whitespace-pre-wrap wrap-anywhere">{report.text}</p>
        )}
        <Details reportId={report.id} zone={zone} />
      </>
    )}
  </Drawer>
)

const facts = 'grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2.5 [&_dt]:text-ink-3'

function Details({ reportId, zone }: { reportId: string; zone: string }) {
  const answer = useQuery(queryOf(readReport, { params: { id: reportId } }))
  if (answer.isPending) return <Skeleton className="mt-6 h-40 w-full" />
  if (!answer.data)
    return (
      <LoadFailure
        error={answer.error}
        isRetrying={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    )
  const { statistics, timeline } = answer.data
  const clock = (at: string | null) => (at === null ? 'still there' : clockText(zone, Date.parse(at)))
  return (
    <>
      <h3 className="mt-6 mb-1.5 text-large font-semibold">In the call</h3>
      <dl className={facts}>
        {timeline.map(({ name, inRoom }, index) => (
          // Two people may have one name, and their order does not change.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="contents">
            <dt className="wrap-anywhere">{name}</dt>
            <dd className="font-figures">
              {inRoom.length === 0
                ? 'not there'
                : inRoom.map(({ from, until }) => `${clock(from)} – ${clock(until)}`).join(', ')}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-1.5 text-large font-semibold">What the browser reported</h3>
      <dl className={facts}>
        <dt>Connection</dt>
        <dd>{lineText(statistics)}</dd>
        <dt>Browser</dt>
        <dd className="font-code text-small wrap-anywhere">{statistics.agent}</dd>
      </dl>
      <ol aria-label="What changed" className="mt-2">
        {statistics.changes.map(({ at, what }, index) => (
          <li
            // Several changes may share one time, and none is ever added.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 border-t border-line py-1.5"
          >
            <span className="font-figures text-label text-ink-3">{clock(at)}</span>
            {what}
          </li>
        ))}
      </ol>
    </>
  )
}

/** 'good in 30 of 34 checks, weak in 3, lost in 1'. */
function lineText({ samples }: CallStatistics): string {
  if (samples.length === 0) return 'unknown'
  const countOf = (quality: string) => samples.filter((each) => each.quality === quality).length
  const [weak, lost] = [countOf('weak'), countOf('lost')]
  return [
    `good in ${countOf('good')} of ${samples.length} checks`,
    ...(weak > 0 ? [`weak in ${weak}`] : []),
    ...(lost > 0 ? [`lost in ${lost}`] : []),
  ].join(', ')
}
