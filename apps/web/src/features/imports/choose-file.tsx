import type { OwnProfile } from '@parley/contract/identity.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { requiredColumns, type ImportColumn } from '@parley/contract/rules/people/import-columns.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { titleOf } from '#platform/pages.ts'
import { buttonStyles } from '#ui/button/button-styles.ts'
import { FileDrop } from '#ui/field/file-drop.tsx'
import { Note } from '#ui/display/note.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { useUpload } from './import-queries.ts'
import { unsortedFile, withColumns, type UnsortedFile } from './file-columns.ts'
import { MatchColumns } from './match-columns.tsx'

const texts: Record<ImportColumn, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  username: '3 to 64 lowercase letters, digits, dots, dashes or underscores; must be unique',
  email: 'Where invitations go',
  organization: 'Its internal or display name',
  coach_username: "The coach's username",
  time_zone: 'Such as Europe/Amsterdam',
}
const optionalColumns: readonly ImportColumn[] = ['coach_username', 'time_zone']

interface ChooseFileProps {
  me: OwnProfile
  onReady: (id: string) => void
  /** The previous file, which could not be read, and why. */
  unreadable?: { name: string; faults: readonly string[] }
}

/** The first step: choosing the file, and the columns that it must have. */
export function ChooseFile({ me, onReady, unreadable }: ChooseFileProps) {
  const upload = useUpload(onReady)
  const [unsorted, setUnsorted] = useState<UnsortedFile>()
  const isAdmin = isAtLeast(me.privs, 'Admin')
  const required = requiredColumns(isAdmin)
  const choose = async (file: File) => {
    const found = await unsortedFile(file, required)
    if (found) setUnsorted(found)
    else upload.mutate(file)
  }
  if (unsorted)
    return (
      <MatchColumns
        {...unsorted}
        required={required}
        optional={optionalColumns}
        isSending={upload.isPending}
        error={upload.isError ? messageOf(upload.error) : undefined}
        onSend={(columns) => void withColumns(unsorted.file, columns).then((file) => upload.mutate(file))}
        onLeave={() => {
          upload.reset()
          setUnsorted(undefined)
        }}
      />
    )
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
        Add many clients at once from a CSV file. You'll see what happens to each row before anything is
        saved. Nobody who is already here is changed, and no emails go out.
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
        onFile={(file) => void choose(file)}
      >
        <p className="text-large font-semibold">Drop a CSV file here</p>
        <p className="mt-1 text-label text-ink-3">UTF-8, up to 10,000 rows</p>
      </FileDrop>
      <h2 className="mt-8 mb-1 text-large font-semibold">The header row</h2>
      <p className="mb-2 max-w-(--measure) text-label text-ink-2">
        Labels such as ‘First name’ work too. If a column has another name, you choose which one it is.
      </p>
      <dl className="max-w-(--measure) border-t border-line">
        {[...required, ...optionalColumns].map((column) => (
          <div key={column} className="flex flex-wrap gap-x-4 border-b border-line py-2.5">
            <dt className="w-40 font-code text-label">{column}</dt>
            <dd className="min-w-0 flex-1 basis-48 text-label text-ink-2">
              {texts[column]}
              {optionalColumns.includes(column) && <span className="text-ink-3"> · optional</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Says why the file could not be read. */
function Refusal({ name, faults }: { name: string; faults: readonly string[] }) {
  return (
    <>
      <p className="wrap-anywhere">
        {name} couldn't be read.{faults.length === 1 && ` ${faults[0]}`}
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
