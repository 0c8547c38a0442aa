import type { AuditEntry } from '@parley/contract/operations.ts'
import { changesOf, type Change } from '@parley/contract/rules/audit/audit-changes.ts'
import { instantText } from '#platform/time/dates.ts'

/** An entry's changes, with times in the reader's zone. */
export const changesIn = ({ detail }: Pick<AuditEntry, 'detail'>, zone: string): Change[] =>
  changesOf(detail, (instant) => instantText(zone, instant))
