import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseCatalogue } from './promises/catalogue.ts'
import { coverageByPart, coveredIds, unknownIds, type PartCoverage } from './promises/coverage.ts'
import { compareWithLedger, formatLedger, parseLedger } from './promises/ledger.ts'
import { readCommand } from './read-command.ts'
import { isOutdated, presentRevision } from './test/revision.ts'
import { readPlaywrightReport, readVitestReport, revisionOf } from './test/test-reports.ts'

const ledgerPath = 'docs/promises-covered.txt'

const { values: flags } = readCommand({
  usage: 'pnpm promises [--check | --write]',
  about: `Counts the promises of docs/promises.tsv that a test kept. A test names its promises in its title or in the title of a
describe around it: [FORM-19], or [FORM-19 FORM-20]. A promise counts when every test that names it ran and passed,
read from reports/vitest*.json and reports/playwright*.json, which pnpm test writes.

The column 'source' of docs/promises.tsv: S is the specification with its section (S2 Routes), R the rules
with their section (R3 is docs/rules.md §3), N the notes on what users of such products complain of.`,
  options: {
    check: {
      type: 'boolean',
      about: `fails when a promise of ${ledgerPath} is lost, or a report is of other code`,
    },
    write: { type: 'boolean', about: `adds newly kept promises to ${ledgerPath}; only a person removes one` },
  },
  examples: ['pnpm test', 'pnpm promises --check'],
})

process.chdir(`${import.meta.dirname}/..`)
process.exitCode = run()

function run(): number {
  const catalogue = parseCatalogue(readFileSync('docs/promises.tsv', 'utf8'))
  const tests = [
    ...readReports('vitest', readVitestReport),
    ...readReports('playwright', readPlaywrightReport),
  ]
  if (tests.length === 0) return fail('No test run has left a report yet: run pnpm test first.')

  const unknown = unknownIds(catalogue, tests)
  if (unknown.length > 0) return fail(unknown.join('\n'))

  const outdated = outdatedReports()
  if (outdated.length > 0) {
    const text = `These reports are of other code; run pnpm test: ${outdated.join(', ')}`
    if (flags.check || flags.write) return fail(text)
    print(text)
  }

  const covered = coveredIds(tests)
  printCoverage(coverageByPart(catalogue, covered))

  const ledger = existsSync(ledgerPath) ? parseLedger(readFileSync(ledgerPath, 'utf8')) : []
  if (flags.write) writeFileSync(ledgerPath, formatLedger([...ledger, ...covered]))
  return judge(ledger, covered, new Set(catalogue.map((promise) => promise.id)))
}

function judge(ledger: string[], covered: Set<string>, known: Set<string>): number {
  const { lost, gained } = compareWithLedger(ledger, covered)
  const stray = ledger.filter((id) => !known.has(id))
  if (stray.length > 0)
    return fail(`${ledgerPath} lists ids that docs/promises.tsv does not have: ${stray.join(' ')}`)
  if (lost.length > 0) print(`no longer kept: ${lost.join(' ')}`)
  if (gained.length > 0) {
    print(
      flags.write
        ? `added to ${ledgerPath}: ${gained.length}`
        : `newly covered: run pnpm promises --write (${gained.join(' ')})`,
    )
  }
  if (!flags.check) return 0
  if (lost.length > 0)
    return fail(
      'A promise was lost: fix its test, or remove it from the ledger by hand and say why in the commit.',
    )
  return 0
}

function readReports<T>(runner: string, read: (json: string) => T[]): T[] {
  return globSync(`reports/${runner}*.json`).flatMap((path) => read(readFileSync(path, 'utf8')))
}

function outdatedReports(): string[] {
  const now = presentRevision()
  return globSync('reports/{vitest,playwright}*.json').flatMap((path) => {
    const then = revisionOf(readFileSync(path, 'utf8'))
    if (then && !isOutdated(then, now)) return []
    return [`${path} (${then ? then.commit.slice(0, 12) : 'its commit is unknown'})`]
  })
}

/** A part that is not covered at all prints only its count: two hundred ids would hide the few that matter. */
function printCoverage(parts: PartCoverage[]) {
  for (const { part, covered, total, missing } of parts) {
    const list = covered > 0 && missing.length > 0 ? `  missing: ${missing.join(' ')}` : ''
    print(`${part.padEnd(12)}${String(covered).padStart(4)} of ${String(total).padStart(3)}${list}`)
  }
  const sum = (count: (part: PartCoverage) => number) => parts.reduce((total, part) => total + count(part), 0)
  print(
    `${'total'.padEnd(12)}${String(sum((p) => p.covered)).padStart(4)} of ${String(sum((p) => p.total)).padStart(3)}`,
  )
}

function print(text: string): number {
  console.log(text)
  return 0
}

function fail(text: string): number {
  console.error(text)
  return 1
}
