import type { AuditEntry } from '@parley/contract/operations.ts'
import { changesOf } from './operations.ts'

/** What an act changed: what was, struck through, and what is. */
export function ChangeList({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  return (
    <span className="line-clamp-3 text-label text-ink-2 wrap-anywhere">
      {changes.map(({ words, from, to }, index) => (
        <span key={words}>
          {index > 0 && ', '}
          {words}
          {to !== undefined && (
            <>
              {' '}
              <s className="text-ink-3">{from}</s> <span aria-hidden="true">→</span>
              <span className="sr-only">now</span> <span className="text-ink">{to}</span>
            </>
          )}
        </span>
      ))}
    </span>
  )
}
