import type { OwnProfile } from '@parley/contract/identity.ts'
import { listAudit, type AuditEntry } from '@parley/contract/operations.ts'
import { actText, readingActs, whoText } from '@parley/contract/rules/audit/audit-acts.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageQueryOf } from '#platform/server/queries.ts'
import { instantText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { Link } from '#ui/button/link.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'

interface ReadingsProps {
  me: OwnProfile
  /** The session that was read, or the person whose data was read. */
  of: { subject: [string] } | { about: [string] }
}

const [few, many] = [5, 50]

/** Lists who read what was written by or about somebody. For OrgAdmin and above; each reader appears once a day. */
export function Readings({ me, of }: ReadingsProps) {
  return isAtLeast(me.privs, 'OrgAdmin') ? <List me={me} of={of} /> : null
}

function List({ me, of }: ReadingsProps) {
  const [limit, setLimit] = useState(few)
  const query = { page: 1, limit, filters: { ...of, action: [...readingActs] } }
  const answer = useQuery(pageQueryOf(listAudit, { query }))
  const { data } = answer
  const title = 'about' in of ? 'Who read their data' : 'Who read it'
  return (
    <SideSection title={title}>
      {data && data.entries.length > 0 && (
        <ul aria-label={title} className="border-t border-line">
          {data.entries.map((entry) => (
            <Reading key={entry.id} entry={entry} zone={zoneOf(me)} isOfPerson={'about' in of} />
          ))}
        </ul>
      )}
      {data?.entries.length === 0 && (
        <p className="text-label text-ink-3">Nobody has read the chat since the call, or the assessment.</p>
      )}
      {data && data.entryCount > limit && limit < many && (
        <p className="mt-3">
          <Button size="small" isPending={answer.isFetching} onPress={() => setLimit(many)}>
            Show more
          </Button>
        </p>
      )}
      {data && data.entryCount > many && limit === many && (
        <p className="mt-3 text-label text-ink-3">
          The newest {many}. <Link to="/audit">All in the audit</Link>
        </p>
      )}
      {answer.isPending && <Skeleton className="h-16 w-full" />}
      {answer.isLoadingError && (
        <div className="flex items-center justify-between gap-3 text-label text-ink-2">
          Couldn't load who read it.
          <Button size="small" isPending={answer.isFetching} onPress={() => void answer.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </SideSection>
  )
}

interface ReadingProps {
  entry: AuditEntry
  zone: string
  isOfPerson: boolean
}

const Reading = ({ entry, zone, isOfPerson }: ReadingProps) => (
  <li className="border-b border-line py-2">
    <p className="wrap-anywhere">
      <span className="font-medium">{whoText(entry)}</span>{' '}
      <span className="text-ink-2">{lowerFirst(actText(entry.action))}</span>
    </p>
    {isOfPerson && entry.subject.kind === 'session' && entry.subject.id !== null && (
      <p className="truncate text-label">
        <Link to="/session/$sessionId/preview" params={{ sessionId: entry.subject.id }}>
          {entry.subject.name ?? 'Session'}
        </Link>
      </p>
    )}
    <p className="font-figures text-small text-ink-3">
      <time dateTime={entry.at}>{instantText(zone, entry.at)}</time>
    </p>
  </li>
)

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
