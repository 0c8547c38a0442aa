import type { OwnProfile } from '@parley/contract/identity.ts'
import { Download } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { useAddress } from '#ui/page/use-address.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportBar } from './import-bar.tsx'
import { ImportOutcomes } from './import-outcomes.tsx'
import { ImportFigures } from './import-figures.tsx'
import { useErrorsFile, useImport } from './import-queries.ts'
import { titleOf } from '#platform/pages.ts'

/** Imports a file of clients: chosen, checked row by row, then written. Its id is in the address, so it can be left. */
export function ImportScreen({ me }: { me: OwnProfile }) {
  const [{ import: id }, change] = useAddress()
  const open = (next?: string) => change({ import: next })
  if (id !== undefined) return <OneImport key={id} id={id} me={me} onOpen={open} />
  return <ChooseFile me={me} onReady={open} />
}

interface OneImportProps {
  id: string
  me: OwnProfile
  /** Opens another import, or without an id the choice of a file. */
  onOpen: (id?: string) => void
}

function OneImport({ id, me, onOpen }: OneImportProps) {
  const { data: summary, ...query } = useImport(id)
  if (!summary) {
    return query.isPending ? (
      <>
        <PageHeader title={titleOf('clientsImport')} />
        <Skeleton className="mt-1 h-5 w-48" />
      </>
    ) : (
      <LoadFailure error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
    )
  }
  if (summary.state === 'reading') return <ReadingFile filename={summary.filename} onLeave={() => onOpen()} />
  if (summary.state === 'unreadable')
    return (
      <ChooseFile me={me} onReady={onOpen} unreadable={{ name: summary.filename, faults: summary.faults }} />
    )
  return (
    <>
      <PageHeader
        title={titleOf('clientsImport')}
        actions={summary.errors > 0 && <ErrorsFile id={id} filename={summary.filename} />}
      />
      <p className="mt-1 mb-4.5 text-ink-2 wrap-anywhere">
        <span className="font-code text-label">{summary.filename}</span> ·{' '}
        {summary.rows.toLocaleString('en-US')} {summary.rows === 1 ? 'row' : 'rows'}
      </p>
      <ImportFigures summary={summary} />
      <ImportOutcomes summary={summary} />
      <ImportBar summary={summary} at={query.dataUpdatedAt} onLeave={() => onOpen()} />
    </>
  )
}

/** Shown until the worker has read the file, which takes longer if other jobs are queued. The page can be left. */
function ReadingFile({ filename, onLeave }: { filename: string; onLeave: () => void }) {
  return (
    <>
      <PageHeader
        title={titleOf('clientsImport')}
        actions={
          <Button look="quiet" onPress={onLeave}>
            Choose another file
          </Button>
        }
      />
      <output className="mt-1 mb-4.5 block text-ink-2 wrap-anywhere">
        Reading <span className="font-code text-label">{filename}</span>…
      </output>
      <ReadingSkeleton />
    </>
  )
}

/** Takes the place of the four figures, their bar and the rows. */
const ReadingSkeleton = () => (
  <div aria-hidden="true">
    <div className="grid grid-cols-2 gap-y-4 sm:grid-cols-4">
      {[1, 2, 3, 4].map((figure) => (
        <div key={figure} className="flex h-13 flex-col justify-between">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </div>
    <Skeleton className="mt-3.5 mb-5 h-2 w-full" />
    {['w-3/5', 'w-4/5', 'w-2/3', 'w-3/4', 'w-1/2'].map((width) => (
      <div key={width} className="flex h-13 items-center border-b border-line">
        <Skeleton className={`h-3 ${width}`} />
      </div>
    ))}
  </div>
)

function ErrorsFile(of: { id: string; filename: string }) {
  const file = useErrorsFile(of)
  return (
    <Button icon={<Download strokeWidth={1.75} />} isPending={file.isPending} onPress={() => file.mutate()}>
      Errors as CSV
    </Button>
  )
}
