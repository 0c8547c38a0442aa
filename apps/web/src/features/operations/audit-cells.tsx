import type { AuditEntry } from '@parley/contract/operations.ts'
import { actText, kindText, subjectText, whoText } from '@parley/contract/rules/audit/audit-acts.ts'
import { levels, levelText } from '@parley/contract/rules/people/levels.ts'
import { Cpu, UserRoundX } from 'lucide-react'
import { listTimeText } from '#platform/time/dates.ts'
import { shortZoneName } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { Avatar } from '#ui/display/avatar.tsx'
import type { Column } from '#ui/table/columns.ts'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import { ChangeList, changesIn } from './operations.tsx'

export const columnsFor = (zone: string, now: number, hasOrganization: boolean): Column<AuditEntry>[] => [
  {
    id: 'at',
    head: `When (${shortZoneName(zone, now)})`,
    sorts: ['at'],
    width: '11.5rem',
    cell: ({ at }) => <span className="font-figures text-ink-2">{listTimeText(zone, at, now)}</span>,
  },
  { id: 'by', head: 'Who', width: '19%', skeleton: 'person', cell: (entry) => <AuditActor entry={entry} /> },
  {
    id: 'action',
    head: 'What',
    width: '16%',
    cell: ({ action }) => (
      <span className={`line-clamp-2 ${isRefused(action) ? 'text-red-ink' : 'text-ink-2'}`}>
        {actText(action)}
      </span>
    ),
  },
  {
    id: 'subject',
    head: 'On',
    cell: (entry) => (
      <>
        <Subject entry={entry} hasOrganization={hasOrganization} />
        {/* A narrow list has no column for it. */}
        {changesIn(entry, zone).length > 0 && (
          <div className="pb-1.5 @4xl:hidden">
            <ChangeList entry={entry} zone={zone} />
          </div>
        )}
      </>
    ),
  },
  { id: 'change', head: 'Change', from: 'wide', cell: (entry) => <ChangeList entry={entry} zone={zone} /> },
]

export const rowFor = (zone: string, now: number): RowKind<AuditEntry> => ({
  key: ({ id }) => id,
  name: ({ action }) => actText(action),
  card: (entry) => ({
    above: <span className="font-figures text-label text-ink-3">{listTimeText(zone, entry.at, now)}</span>,
    lead: <WhoPicture entry={entry} />,
    title: actText(entry.action),
    lines: [whoText(entry), <SubjectLine key="on" subject={entry.subject} />],
    ...(changesIn(entry, zone).length > 0 && { below: <ChangeList entry={entry} zone={zone} /> }),
  }),
})

const isRefused = (action: string): boolean => action === 'identity.sign-in-refused'

function AuditActor({ entry }: { entry: AuditEntry }) {
  const level = entry.by?.privs
  const second = entry.byLink ? 'By personal link' : typeof level === 'number' ? levelText(level) : undefined
  return (
    <Cell tone="strong" lead={<WhoPicture entry={entry} />} {...(second !== undefined && { second })}>
      {whoText(entry)}
    </Cell>
  )
}

function WhoPicture({ entry: { by, address } }: { entry: AuditEntry }) {
  if (by) {
    const [first = '', ...rest] = by.name.split(' ')
    return (
      <Avatar
        person={{ id: by.id, username: '?', first_name: first, last_name: rest.at(-1) ?? '' }}
        size={28}
      />
    )
  }
  const Icon = address === null ? Cpu : UserRoundX
  return (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-round bg-person-6 text-ink-2">
      <Icon className="size-3.5" strokeWidth={1.75} />
    </span>
  )
}

function Subject({ entry, hasOrganization }: { entry: AuditEntry; hasOrganization: boolean }) {
  const of = hasOrganization && entry.subject.kind !== 'organization' ? entry.organization : null
  return (
    <Cell lines={2} {...(of !== null && { second: of })}>
      <SubjectLine subject={entry.subject} />
    </Cell>
  )
}

function SubjectLine({ subject }: Pick<AuditEntry, 'subject'>) {
  return (
    <>
      <span className="text-ink-3">{kindText(subject.kind)}</span> <SubjectName subject={subject} />
    </>
  )
}

/** Links to the subject's own page, if it has one, which shows what happened to it since. */
function SubjectName({ subject }: Pick<AuditEntry, 'subject'>) {
  const { kind, id } = subject
  const name = subjectText(subject)
  if (id !== null && kind === 'organization')
    return (
      <Link to="/organization/$organizationId" params={{ organizationId: id }}>
        {name}
      </Link>
    )
  if (id !== null && kind === 'session')
    return (
      <Link to="/session/$sessionId/preview" params={{ sessionId: id }}>
        {name}
      </Link>
    )
  if (id !== null && subject.privs !== null)
    return subject.privs === levels.Client ? (
      <Link to="/clients/$personId" params={{ personId: id }}>
        {name}
      </Link>
    ) : (
      <Link to="/coaches/$personId" params={{ personId: id }}>
        {name}
      </Link>
    )
  return <span className="text-ink">{name}</span>
}
