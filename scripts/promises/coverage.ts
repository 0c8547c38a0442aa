import type { ReportedTest } from '../test/test-reports.ts'
import type { ProductPromise } from './catalogue.ts'

export interface PartCoverage {
  part: string
  covered: number
  total: number
  missing: string[]
}

/**
 * The ids in a title: `[FORM-19]`, `[FORM-19 FORM-20]` or `[FORM-19, FORM-20]`.
 * Brackets count if any word in them looks like an id, so that a misspelt one beside it is refused and not overlooked.
 */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([^[\]]+)\]/g)].flatMap(([, inside = '']) => {
    const words = inside.split(/[\s,]+/).filter((word) => word !== '')
    return words.some((word) => /^[a-z]+-?\d+$/i.test(word)) ? words : []
  })
}

/** One line per id that no promise has, whether its test passed or not. */
export function unknownIds(catalogue: ProductPromise[], tests: ReportedTest[]): string[] {
  const known = new Set(catalogue.map((promise) => promise.id))
  return tests.flatMap((test) =>
    idsIn(test.title)
      .filter((id) => !known.has(id))
      .map((id) => `${test.file}: '${test.title}' names ${id}, which is not in docs/promises.tsv`),
  )
}

/** The ids for which every test that names them passed. One failed or skipped test is enough to lose the promise. */
export function coveredIds(tests: ReportedTest[]): Set<string> {
  const named = new Set(tests.flatMap((test) => idsIn(test.title)))
  const broken = tests.filter((test) => test.outcome !== 'passed').flatMap((test) => idsIn(test.title))
  return named.difference(new Set(broken))
}

/** Counts per part, in the order of the catalogue. */
export function coverageByPart(catalogue: ProductPromise[], covered: ReadonlySet<string>): PartCoverage[] {
  return [...Map.groupBy(catalogue, (promise) => promise.part)].map(([part, promises]) => {
    const missing = promises.map((promise) => promise.id).filter((id) => !covered.has(id))
    return { part, covered: promises.length - missing.length, total: promises.length, missing }
  })
}
