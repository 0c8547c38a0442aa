import type { AuditEntry } from '@parley/contract/operations.ts'
import { changesOf, type Change } from '@parley/contract/rules/audit/audit-changes.ts'
import { instantText } from '#platform/time/dates.ts'

/** An entry's changes, with times in the reader's zone. */
export const changesIn = ({ detail }: Pick<AuditEntry, 'detail'>, zone: string): Change[] =>
  changesOf(detail, (instant) => instantText(zone, instant))

/** An act's changes: the old value, struck through, and the new one. */
export function ChangeList({ entry, zone }: { entry: AuditEntry; zone: string }) {
  const changes = changesIn(entry, zone)
  const from = entry.action === 'identity.sign-in-refused' ? entry.address : null
  if (changes.length === 0 && from === null) return null
  return (
    <span className="line-clamp-3 text-label text-ink-2 wrap-anywhere">
      {changes.map(({ words, from: was, to }, index) => (
        <span key={words}>
          {index > 0 && ', '}
          {words}
          {to !== undefined && (
            <>
              {' '}
              <s className="text-ink-3">{was}</s> <span aria-hidden="true">→</span>
              <span className="sr-only">now</span> <span className="text-ink">{to}</span>
            </>
          )}
        </span>
      ))}
      {from !== null && `, from ${from}`}
    </span>
  )
}
