import { runImport, stopImport } from '@parley/contract/people.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { ProgressLine } from '#ui/display/progress-line.tsx'
import { useImportAct, type ImportSummary } from './import-queries.ts'

interface ImportBarProps {
  summary: ImportSummary
  /** When the summary was fetched, in epoch milliseconds. */
  at: number
  onLeave: () => void
}

/** The bar at the bottom, with what can be done with the import now. */
export function ImportBar({ summary, at, onLeave }: ImportBarProps) {
  const run = useImportAct(runImport, "Couldn't start the import")
  const stop = useImportAct(stopImport, "Couldn't stop the import")
  const { id, state, good, written } = summary
  const another = (
    <Button look="quiet" onPress={onLeave}>
      Choose another file
    </Button>
  )
  if (state === 'running') {
    return (
      <Bar>
        <Progress summary={summary} at={at} />
        <p className="min-w-0 flex-1 basis-60 text-label text-ink-3">
          You can leave this page. We'll tell you when it's done.
        </p>
        <Button isPending={stop.isPending} onPress={() => stop.mutate(id)}>
          Stop
        </Button>
      </Bar>
    )
  }
  if (state === 'done') {
    return (
      <Bar>
        <StateLine>
          {clients(written)} {written === 1 ? 'was' : 'were'} added.
        </StateLine>
        {another}
        <ButtonLink to="/clients" look="primary">
          Show clients
        </ButtonLink>
      </Bar>
    )
  }
  const left = good - written
  return (
    <Bar>
      <StateLine>
        {state === 'stopped'
          ? `Stopped after ${written.toLocaleString('en-US')} of ${good.toLocaleString('en-US')}. What was added stays.`
          : left === 0
            ? 'No row in this file can be imported.'
            : 'Nothing is saved yet.'}
      </StateLine>
      {another}
      <Button
        look="primary"
        isDisabled={left === 0}
        isPending={run.isPending || stop.isPending}
        onPress={() => run.mutate(id)}
      >
        {state === 'stopped' ? 'Continue' : left === 0 ? 'Import' : `Import ${clients(left)}`}
      </Button>
    </Bar>
  )
}

const clients = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'client' : 'clients'}`

const Bar = ({ children }: { children: ReactNode }) => (
  <div
    data-foot=""
    className="sticky bottom-0 z-(--z-sticky) -mx-4 mt-auto -mb-10 flex flex-wrap items-center justify-end gap-x-6 gap-y-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:-mx-8 lg:px-8"
  >
    {children}
  </div>
)

const StateLine = ({ children }: { children: ReactNode }) => (
  <output className="min-w-0 flex-1 basis-60 text-label text-ink-2">{children}</output>
)

function Progress({ summary: { good, written }, at }: Pick<ImportBarProps, 'summary' | 'at'>) {
  // The number of rows written when this page began to watch; the time left is estimated from it.
  const [first] = useState({ written, at })
  const perMs = (written - first.written) / (at - first.at)
  const secondsLeft = perMs > 0 ? Math.ceil((good - written) / perMs / 1000) : undefined
  return (
    <div className="min-w-0 basis-105 max-sm:basis-full">
      <p className="mb-1.5 flex justify-between gap-4 text-label">
        <span>
          <strong className="font-semibold">Importing</strong>{' '}
          <span className="font-figures">
            {written.toLocaleString('en-US')} of {good.toLocaleString('en-US')}
          </span>
        </span>
        {secondsLeft !== undefined && (
          <span className="font-figures text-ink-3">about {secondsLeft.toLocaleString('en-US')} s left</span>
        )}
      </p>
      <ProgressLine label="Importing" value={written} max={good} />
    </div>
  )
}
