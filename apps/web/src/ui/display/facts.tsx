import type { ReactNode } from 'react'

interface Fact {
  label: string
  value: string
  /** A smaller line below. */
  second?: ReactNode
}

/** A few figures side by side, separated by hairlines; two per row on small screens. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 border-y border-line-2 sm:flex sm:flex-wrap">
      {facts.map(({ label, value, second }) => (
        <div
          key={label}
          className="flex min-w-0 flex-1 flex-col border-line py-3.5 pr-4 max-sm:py-3 max-sm:even:border-l max-sm:even:pl-4 max-sm:nth-[n+3]:border-t sm:min-w-40 sm:not-first:border-l sm:not-first:pl-4"
        >
          <dt className="text-label text-ink-2">{label}</dt>
          <dd className="font-figures text-[1.25rem]/7 font-semibold tracking-[-0.012em] wrap-anywhere">
            {value}
          </dd>
          {second !== undefined && <dd className="text-small text-ink-3">{second}</dd>}
        </div>
      ))}
    </dl>
  )
}
