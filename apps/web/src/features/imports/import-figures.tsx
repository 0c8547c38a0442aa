import { Check, CircleAlert, FileText, Plus, type LucideIcon } from 'lucide-react'
import type { ImportSummary } from './import-queries.ts'

interface Figure {
  label: string
  count: number
  Icon: LucideIcon
  look: string
}

const figuresOf = ({ state, rows, good, errors, written }: ImportSummary): Figure[] => [
  { label: 'Rows read', count: rows, Icon: FileText, look: 'bg-gray-soft text-gray-ink' },
  {
    label: state === 'done' ? 'Added' : 'Will be added',
    count: good,
    Icon: Plus,
    look: 'bg-green-soft text-green-ink',
  },
  { label: "Can't be imported", count: errors, Icon: CircleAlert, look: 'bg-red-soft text-red-ink' },
  // Once it is done, this figure would repeat 'Added'.
  ...(state === 'done'
    ? []
    : [{ label: 'Added so far', count: written, Icon: Check, look: 'bg-accent-soft text-accent-ink' }]),
]

/** The file's rows in four figures, and the same as a bar. */
export function ImportFigures({ summary }: { summary: ImportSummary }) {
  const { rows, good, errors, written } = summary
  const parts = [
    { count: written, look: 'bg-accent' },
    { count: good - written, look: 'bg-chart-1' },
    { count: errors, look: 'bg-red' },
  ].filter(({ count }) => count > 0)
  return (
    <>
      <dl className="grid grid-cols-2 gap-y-4 sm:grid-cols-4">
        {figuresOf(summary).map(({ label, count, Icon, look }) => (
          <div
            key={label}
            className="border-line px-4 not-first:border-l first:pl-0 max-sm:odd:border-l-0 max-sm:odd:pl-0"
          >
            <dt className="flex items-center gap-2 text-label text-ink-2">
              <span
                className={`flex size-5.5 shrink-0 items-center justify-center rounded-tag forced-colors:border ${look}`}
              >
                <Icon className="size-3" strokeWidth={2} />
              </span>
              {label}
            </dt>
            <dd className="mt-0.5 font-figures text-page font-semibold">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <div aria-hidden="true" className="mt-3.5 mb-5 flex h-2 gap-0.5 overflow-hidden rounded-round">
        {parts.map(({ count, look }) => (
          <span
            key={look}
            style={{ width: `${(count / rows) * 100}%` }}
            className={`min-w-1 transition-[width] duration-(--slow) forced-color-adjust-none ${look}`}
          />
        ))}
      </div>
    </>
  )
}
