/** `pnpm test`: Vitest and Playwright on the real engines; the last line says what passed and what failed. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { up } from './engines/engines.ts'
import { presentRevision } from './revision.ts'
import { readPlaywrightReport, readVitestReport, type ReportedTest } from './test-reports.ts'
import { buildWebIfStale } from './web-build.ts'

const help = `pnpm test [--unit | --journeys] [filters]

Starts the engines, runs Vitest and then Playwright, and leaves their reports in reports/ for pnpm promises.

  --unit      Vitest alone
  --journeys  Playwright alone
  filters     passed on to the runner: files, or its own options (-t for Vitest, -g for Playwright)

A run with filters writes its reports to reports/filtered/, which pnpm promises does not read.`

process.chdir(`${import.meta.dirname}/..`)
const args = process.argv.slice(2)
if (args.includes('--help')) console.log(help)
else process.exitCode = await run()

async function run(): Promise<number> {
  const filters = args.filter((arg) => arg !== '--unit' && arg !== '--journeys')
  const folder = filters.length > 0 ? 'reports/filtered' : 'reports'
  mkdirSync(folder, { recursive: true })
  await up()

  const tests: ReportedTest[] = []
  if (!args.includes('--journeys')) tests.push(...runVitest(`${folder}/vitest.json`, filters))
  if (!args.includes('--unit')) tests.push(...runJourneys(folder, filters))

  const passed = tests.filter((test) => test.outcome === 'passed').length
  const failed = tests.filter((test) => test.outcome === 'failed')
  if (passed + failed.length === 0) console.log('No test ran.')
  // Journeys print thousands of lines after a failed test of Vitest's: here is where one looks.
  for (const { file, title, why } of failed) console.log(`failed: ${file}: ${title}${why ? `: ${why}` : ''}`)
  console.log(`${passed} passed, ${failed.length} failed`)
  return failed.length > 0 || passed === 0 ? 1 : 0
}

function runVitest(report: string, filters: string[]): ReportedTest[] {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runRunner(
    'vitest',
    ['run', ...reporters, ...allowingNone(filters, '--passWithNoTests')],
    report,
    {},
    readVitestReport,
  )
}

/** Calls by themselves, and last: they run whatever failed before them. */
function runJourneys(folder: string, filters: string[]): ReportedTest[] {
  buildWebIfStale()
  return [
    ...runPlaywright(`${folder}/playwright.json`, ['--project=desktop', '--project=phone'], filters),
    ...runPlaywright(`${folder}/playwright-calls.json`, ['--project=calls'], filters),
  ]
}

function runPlaywright(report: string, projects: string[], filters: string[]): ReportedTest[] {
  return runRunner(
    'playwright',
    ['test', '--reporter=list,json', ...projects, ...allowingNone(filters, '--pass-with-no-tests')],
    report,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    readPlaywrightReport,
  )
}

/** A filter may be meant for one runner alone, so the other may find nothing. */
function allowingNone(filters: string[], option: string): string[] {
  return filters.length > 0 ? [option, ...filters] : []
}

/** A runner that fails without a failed test (a crash, an unhandled rejection) is itself counted as one. */
function runRunner(
  name: string,
  options: string[],
  report: string,
  env: Record<string, string>,
  read: (json: string) => ReportedTest[],
): ReportedTest[] {
  rmSync(report, { force: true }) // An older report must not stand in for a run that crashed.
  const revision = presentRevision()
  const { status, signal } = spawnSync(`node_modules/.bin/${name}`, options, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const json = existsSync(report) ? readFileSync(report, 'utf8') : undefined
  // Both runners write an object.
  if (json) writeFileSync(report, JSON.stringify({ ...(JSON.parse(json) as object), revision }))
  const tests = json ? read(json) : []
  if (status === 0 || tests.some((test) => test.outcome === 'failed')) return tests
  console.log(`${name} ended with ${signal ?? status} though no test failed: see above.`)
  return [...tests, { title: `${name} ended with ${signal ?? status}`, file: name, outcome: 'failed' }]
}
