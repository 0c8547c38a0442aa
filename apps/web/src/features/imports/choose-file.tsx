import type { OwnProfile } from '@parley/contract/identity.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { Download } from 'lucide-react'
import { messageOf } from '#platform/server/api-problem.ts'
import { titleOf } from '#platform/pages.ts'
import { buttonStyles } from '#ui/button/button-styles.ts'
import { FileDrop } from '#ui/field/file-drop.tsx'
import { Note } from '#ui/display/note.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { useUpload } from './import-queries.ts'

interface ImportColumn {
  name: string
  text: string
  isOptional?: boolean
}

const columns: ImportColumn[] = [
  { name: 'first_name', text: 'First name' },
  { name: 'last_name', text: 'Last name' },
  {
    name: 'username',
    text: '3 to 64 small letters, digits, dots, dashes or underscores; used by nobody else',
  },
  { name: 'email', text: 'Where invitations go' },
  { name: 'coach_username', text: 'Whose client it is', isOptional: true },
  { name: 'time_zone', text: 'Such as Europe/Amsterdam', isOptional: true },
]

const organization: ImportColumn = { name: 'organization', text: 'Its internal or display name' }

interface ChooseFileProps {
  me: OwnProfile
  onReady: (id: string) => void
  /** The file before this one, which could not be read, and why. */
  unreadable?: { name: string; faults: readonly string[] }
}

/** The first step: which file, and what it must look like. */
export function ChooseFile({ me, onReady, unreadable }: ChooseFileProps) {
  const upload = useUpload(onReady)
  const isAdmin = isAtLeast(me.privs, 'Admin')
  // Whoever imports into any organization names it in each row.
  const needed = isAdmin ? [...columns.slice(0, 4), organization, ...columns.slice(4)] : columns
  const example = isAdmin ? '/examples/clients-of-organizations.csv' : '/examples/clients.csv'
  return (
    <>
      <PageHeader
        title={titleOf('clientsImport')}
        actions={
          <a href={example} download className={buttonStyles()}>
            <Download strokeWidth={1.75} />
            Example file
          </a>
        }
      />
      <p className="mt-1 mb-5 max-w-(--measure) text-ink-2">
        Add many clients at once from a CSV file. You see what happens with each row before anything is
        written. Nobody who is here already is changed, and no email goes out.
      </p>
      {(upload.isError || (unreadable && !upload.isPending)) && (
        <div className="mb-4">
          <Note kind="error">
            {upload.isError ? messageOf(upload.error) : unreadable && <Refusal {...unreadable} />}
          </Note>
        </div>
      )}
      <FileDrop
        label="CSV file"
        accepted={['.csv', 'text/csv']}
        isPending={upload.isPending}
        onFile={(file) => upload.mutate(file)}
      >
        <p className="text-large font-semibold">Drop a CSV file here</p>
        <p className="mt-1 text-label text-ink-3">UTF-8, up to 10,000 rows</p>
      </FileDrop>
      <h2 className="mt-8 mb-2 text-large font-semibold">The header row</h2>
      <dl className="max-w-(--measure) border-t border-line">
        {needed.map(({ name, text, isOptional = false }) => (
          <div key={name} className="flex flex-wrap gap-x-4 border-b border-line py-2.5">
            <dt className="w-40 font-code text-label">{name}</dt>
            <dd className="min-w-0 flex-1 basis-48 text-label text-ink-2">
              {text}
              {isOptional && <span className="text-ink-3"> · optional</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Why the file could not be read. */
function Refusal({ name, faults }: { name: string; faults: readonly string[] }) {
  return (
    <>
      <p className="wrap-anywhere">
        {name} could not be read.{faults.length === 1 && ` ${faults[0]}`}
      </p>
      {faults.length > 1 && (
        <ul className="mt-1 list-disc pl-4">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </>
  )
}
