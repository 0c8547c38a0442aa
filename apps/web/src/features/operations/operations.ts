import type { AuditEntry } from '@parley/contract/operations.ts'
import { changesOf, type Change } from '@parley/contract/rules/audit-changes.ts'
import { instantText } from '#platform/time/dates.ts'

/** What an entry tells of what it changed, times as the reader's clock has them. */
export const changesIn = ({ detail }: Pick<AuditEntry, 'detail'>, zone: string): Change[] =>
  changesOf(detail, (instant) => instantText(zone, instant))
