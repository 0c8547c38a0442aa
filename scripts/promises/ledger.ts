export interface LedgerComparison {
  /** In the ledger and no longer covered. */
  lost: string[]
  /** Covered and not yet in the ledger. */
  gained: string[]
}

/** The ledger has one id per line; empty lines do not matter. */
export const parseLedger = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const formatLedger = (ids: Iterable<string>) => [...new Set(ids)].toSorted().join('\n') + '\n'

export function compareWithLedger(ledger: string[], covered: ReadonlySet<string>): LedgerComparison {
  const listed = new Set(ledger)
  return {
    lost: ledger.filter((id) => !covered.has(id)),
    gained: [...covered].filter((id) => !listed.has(id)).toSorted(),
  }
}
