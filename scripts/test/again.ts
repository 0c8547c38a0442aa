import type { ReportedTest } from './test-reports.ts'
import type { StolenTime } from './stolen-time.ts'

/** From this share of stolen time on, a machine counts as starved. On a dedicated machine nothing is ever stolen. */
const starvedFrom = 0.25

/** With more reruns than this, the run fails: they are no coincidence any more. */
export const rerunsMax = 3

/**
 * Chromium aborts every request when a network interface appears or disappears, and a page caches a failed import for all
 * later tests. Only a new page can import it again.
 */
const networkChanged =
  /ERR_NETWORK_CHANGED|Failed to fetch dynamically imported module|error loading dynamically imported module/i

export interface Rerun {
  test: ReportedTest
  because: string
}

/** The failed tests that say nothing about the product, each with the reason for its rerun. */
export function rerunsOf(
  tests: readonly ReportedTest[],
  stolen: Pick<StolenTime, 'worstShareBetween'>,
): Rerun[] {
  return tests.flatMap((test) => {
    if (test.outcome !== 'failed' || !test.ran) return []
    if (networkChanged.test(test.why ?? '')) return [{ test, because: 'the network of this machine changed' }]
    const share = stolen.worstShareBetween(test.ran.from, test.ran.until)
    if (share < starvedFrom) return []
    const percent = Math.round(100 * share)
    return [{ test, because: `${percent} % of the processors' time was stolen in its worst ten seconds` }]
  })
}

/** One network change breaks every later file of a page, so all its reruns count as one. */
export function countReruns(reruns: readonly Rerun[]): number {
  const changes = reruns.filter(({ test }) => networkChanged.test(test.why ?? ''))
  return reruns.length - changes.length + Math.min(changes.length, 1)
}
