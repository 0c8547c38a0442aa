import {
  importLabels,
  type FileColumn,
  type ImportColumn,
} from '@parley/contract/rules/people/import-columns.ts'
import { useState } from 'react'
import { titleOf } from '#platform/pages.ts'
import { Button } from '#ui/button/button.tsx'
import { Select } from '#ui/choice/select.tsx'
import { Note } from '#ui/display/note.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import type { UnsortedFile } from './file-columns.ts'

interface MatchColumnsProps extends UnsortedFile {
  required: readonly ImportColumn[]
  optional: readonly ImportColumn[]
  isSending: boolean
  error: string | undefined
  onSend: (columns: readonly FileColumn[]) => void
  onLeave: () => void
}

/** The file has unknown column names: the person says which is which. */
export function MatchColumns(props: MatchColumnsProps) {
  const { file, names, required, optional } = props
  const [columns, setColumns] = useState<readonly FileColumn[]>(() =>
    props.columns.map((column) => column ?? 'skip'),
  )
  const missing = required.filter((column) => !columns.includes(column))
  const twice = columns.filter((column, i) => column !== 'skip' && columns.indexOf(column) !== i)
  const options = [
    ...[...required, ...optional].map((column) => ({
      value: column as FileColumn,
      label: importLabels[column],
    })),
    { value: 'skip' as const, label: 'Leave out' },
  ]
  const set = (index: number, column: FileColumn) =>
    setColumns(columns.map((one, i) => (i === index ? column : one)))
  return (
    <>
      <PageHeader title={titleOf('clientsImport')} />
      <p className="mt-1 mb-5 max-w-(--measure) text-ink-2 wrap-anywhere">
        Match the columns of <span className="font-code text-label">{file.name}</span>.
      </p>
      {props.error !== undefined && (
        <div className="mb-4">
          <Note kind="error">{props.error}</Note>
        </div>
      )}
      <ul aria-label="Columns of the file" className="grid max-w-(--measure) gap-4 sm:grid-cols-2">
        {names.map((name, i) => (
          // The file's columns never move, so their index identifies them.
          <li key={`${i} ${name}`}>
            <Select
              label={name === '' ? `Column ${i + 1}` : name}
              options={options}
              value={columns[i] === 'error' ? 'skip' : (columns[i] ?? 'skip')}
              onChange={(column) => set(i, column)}
            />
          </li>
        ))}
      </ul>
      <output className="mt-4 block text-label text-ink-2">
        {twice[0] !== undefined && `Two columns are ${labelOf(twice[0])}. Choose one of them.`}
        {twice.length === 0 &&
          missing.length > 0 &&
          `Still missing: ${missing.map((column) => importLabels[column]).join(', ')}`}
      </output>
      <div className="mt-5 flex gap-3">
        <Button
          look="primary"
          isPending={props.isSending}
          isDisabled={missing.length > 0 || twice.length > 0}
          onPress={() => props.onSend(columns)}
        >
          Continue
        </Button>
        <Button look="quiet" isDisabled={props.isSending} onPress={props.onLeave}>
          Choose another file
        </Button>
      </div>
    </>
  )
}

const labelOf = (column: FileColumn): string =>
  column === 'error' || column === 'skip' ? 'left out' : importLabels[column]
