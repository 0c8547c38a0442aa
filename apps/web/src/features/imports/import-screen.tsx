import type { OwnProfile } from '@parley/contract/identity.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Skeleton } from '#ui/page/skeleton.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportBar } from './import-bar.tsx'
import { ImportFates } from './import-fates.tsx'
import { ImportFigures } from './import-figures.tsx'
import { useErrorsFile, useImport } from './import-queries.ts'
import { titleOf } from '#platform/pages.ts'

/** A file of clients: chosen, judged row by row, then written. Which one stands in the address, so it can be left. */
export function ImportScreen({ me }: { me: OwnProfile }) {
  const { import: id }: { import?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  // The router types the address of each page by itself; this one's is read with care above.
  const open = (next?: string) => void navigate({ to: '.', search: { import: next } as never })
  if (typeof id === 'string') return <OneImport key={id} id={id} onLeave={() => open()} />
  return <ChooseFile me={me} onReady={open} />
}

function OneImport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data: summary, ...asked } = useImport(id)
  if (!summary) {
    return asked.isPending ? (
      <Skeleton className="h-7.5 w-48" />
    ) : (
      <LoadFailure error={asked.error} isRetrying={asked.isFetching} onRetry={() => void asked.refetch()} />
    )
  }
  return (
    <>
      <PageHeader title={titleOf('clientsImport')} actions={summary.errors > 0 && <ErrorsFile id={id} />} />
      <p className="mt-1 mb-4.5 text-ink-2 wrap-anywhere">
        <span className="font-code text-label">{summary.filename}</span> ·{' '}
        {summary.rows.toLocaleString('en-US')} {summary.rows === 1 ? 'row' : 'rows'}
      </p>
      <ImportFigures summary={summary} />
      <ImportFates summary={summary} />
      <ImportBar summary={summary} at={asked.dataUpdatedAt} onLeave={onLeave} />
    </>
  )
}

function ErrorsFile({ id }: { id: string }) {
  const file = useErrorsFile()
  return (
    <Button
      icon={<Download aria-hidden="true" strokeWidth={1.75} />}
      isPending={file.isPending}
      onPress={() => file.mutate(id)}
    >
      Errors as CSV
    </Button>
  )
}
