import type { OwnProfile } from '@parley/contract/identity.ts'
import { sessionHistory, type HistoryEntry } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { usePollMs } from '#platform/live/channel.ts'
import { queryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { historyWords, type HistoryChange } from './history-words.ts'
import { momentText } from './moment-text.ts'

interface SessionHistoryProps {
  me: OwnProfile
  sessionId: string
  now: number
}

/** The session's history: who changed what and when, from and to. */
export function SessionHistory({ me, sessionId, now }: SessionHistoryProps) {
  const answer = useQuery({
    ...queryOf(sessionHistory, { params: { id: sessionId } }),
    refetchInterval: usePollMs(),
  })
  return (
    <SideSection title="History">
      {answer.data && (
        <ol aria-label="History" className="mt-3">
          {answer.data.map((entry, i) => (
            <Entry key={entry.id} {...{ me, entry, now }} isNewest={i === 0} />
          ))}
        </ol>
      )}
      {answer.data?.length === 0 && <p className="text-label text-ink-3">Nothing has happened yet.</p>}
      {answer.isPending && <Skeleton className="mt-3 h-24 w-full" />}
      {answer.isLoadingError && (
        <div className="flex items-center justify-between gap-3 text-label text-ink-2">
          The history couldn't be loaded.
          <Button size="small" isPending={answer.isFetching} onPress={() => void answer.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </SideSection>
  )
}

interface EntryProps {
  me: OwnProfile
  entry: HistoryEntry
  now: number
  isNewest: boolean
}

function Entry({ me, entry, now, isNewest }: EntryProps) {
  const zone = zoneOf(me)
  const { what, changes, reason, isMail } = historyWords(entry, { zone, privs: me.privs })
  const isSingle = changes.length === 1 && changes[0]?.label === what
  return (
    <li className="relative pb-4.5 pl-6.5 before:absolute before:top-4 before:bottom-0 before:left-[0.28rem] before:w-px before:bg-line-2 last:pb-0 last:before:hidden">
      <span
        aria-hidden="true"
        className={`absolute top-1.25 left-0 size-2.5 rounded-round border-2 forced-color-adjust-none ${isNewest ? 'border-accent bg-accent' : 'border-gray bg-surface'}`}
      />
      <p className="wrap-anywhere">
        <span className="font-medium">{what}</span>
        {!isMail && (
          <span className="text-ink-2"> by {entry.by === null ? 'the system' : entry.by.name}</span>
        )}
      </p>
      {changes.map((change) => (
        <ChangeLine key={change.label} change={change} hasLabel={!isSingle} />
      ))}
      {reason !== undefined && <p className="text-label text-ink-2 wrap-anywhere">“{reason}”</p>}
      <p className="font-figures text-small text-ink-3">
        <time dateTime={entry.at}>{momentText(zone, Date.parse(entry.at), now)}</time>
      </p>
    </li>
  )
}

const ChangeLine = ({
  change: { label, from, to },
  hasLabel,
}: {
  change: HistoryChange
  hasLabel: boolean
}) => (
  <p className="font-figures text-label wrap-anywhere">
    {hasLabel && <span className="text-ink-3">{label}: </span>}
    {from !== '' && (
      <>
        <s className="text-ink-3">
          <span className="sr-only">from </span>
          {from}
        </s>{' '}
        <span aria-hidden="true">→</span> <span className="sr-only">to </span>
      </>
    )}
    {to === '' ? 'none' : to}
  </p>
)
