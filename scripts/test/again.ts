import type { ReportedTest } from '../test-reports.ts'
import type { StolenTime } from '../stolen-time.ts'

/** From this share on a machine is starved. On one of our own nothing is ever stolen. */
const starvedFrom = 0.25

/** More reruns than this in one run are no accident any more: the run fails. */
export const rerunsMax = 3

/**
 * Chromium drops every request when a network interface comes or goes, and a page remembers a failed import for all tests that
 * come after it. Only another page can import it again.
 */
const networkChanged =
  /ERR_NETWORK_CHANGED|Failed to fetch dynamically imported module|error loading dynamically imported module/i

export interface Rerun {
  test: ReportedTest
  because: string
}

/** The failed tests that say nothing about the product, with the reason to run each once more. */
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

/** One change of the network breaks every later file of a page: it counts once. */
export function countReruns(reruns: readonly Rerun[]): number {
  const changes = reruns.filter(({ test }) => networkChanged.test(test.why ?? ''))
  return reruns.length - changes.length + Math.min(changes.length, 1)
}
