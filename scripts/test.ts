/** `pnpm test`: Vitest and Playwright on the real engines; the last line says what passed and what failed. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { up } from './engines/engines.ts'
import { presentRevision } from './revision.ts'
import { watchStolenTime } from './stolen-time.ts'
import {
  readPlaywrightReport,
  readVitestReport,
  withFilesAgain,
  withTestsAgain,
  type ReportedTest,
} from './test-reports.ts'
import { buildWebIfStale } from './web-build.ts'

const help = `pnpm test [--unit | --journeys] [filters]

Starts the engines, runs Vitest and then Playwright, and leaves their reports in reports/ for pnpm promises.

  --unit      Vitest alone
  --journeys  Playwright alone
  filters     passed on to the runner: files, or its own options (-t for Vitest, -g for Playwright)

With PARLEY_LATE=1 in the environment the journeys' API is late by chance, up to some seconds: what stands on the order
of two answers fails. A journey about a time limit may fail there too.
A run with filters writes its reports to reports/filtered/, which pnpm promises does not read.
A test that failed while others had a quarter or more of this machine's processors, for ten seconds of it, is run once more.`

/** From this share on a machine is starved. On one of our own nothing is ever stolen. */
const starvedFrom = 0.25

process.chdir(`${import.meta.dirname}/..`)
const args = process.argv.slice(2)
if (args.includes('--help')) console.log(help)
else process.exitCode = await run()

async function run(): Promise<number> {
  const filters = args.filter((arg) => arg !== '--unit' && arg !== '--journeys')
  const folder = filters.length > 0 ? 'reports/filtered' : 'reports'
  mkdirSync(`${folder}/again`, { recursive: true })
  await up()

  const tests: ReportedTest[] = []
  if (!args.includes('--journeys')) tests.push(...(await runVitest(`${folder}/vitest.json`, filters)))
  if (!args.includes('--unit')) tests.push(...(await runJourneys(folder, filters)))

  const passed = tests.filter((test) => test.outcome === 'passed').length
  const failed = tests.filter((test) => test.outcome === 'failed')
  if (passed + failed.length === 0) console.log('No test ran.')
  // Journeys print thousands of lines after a failed test of Vitest's: here is where one looks.
  for (const { file, title, why } of failed) console.log(`failed: ${file}: ${title}${why ? `: ${why}` : ''}`)
  console.log(`${passed} passed, ${failed.length} failed`)
  return failed.length > 0 || passed === 0 ? 1 : 0
}

function runVitest(report: string, filters: string[]): Promise<ReportedTest[]> {
  const options = (path: string) => [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]
  return runRunner({
    name: 'vitest',
    report,
    options: [...options(report), ...allowingNone(filters, '--passWithNoTests')],
    again: (path, failed) => [...options(path), '--maxWorkers=1', ...new Set(failed.map(({ file }) => file))],
    env: () => ({}),
    read: readVitestReport,
    // A file stands as it ended last: what a broken hook has left out has run then.
    merge: withFilesAgain,
  })
}

/** Calls by themselves, and last: they run whatever failed before them. */
async function runJourneys(folder: string, filters: string[]): Promise<ReportedTest[]> {
  buildWebIfStale()
  return [
    ...(await runPlaywright(`${folder}/playwright.json`, ['--project=desktop', '--project=phone'], filters)),
    ...(await runPlaywright(`${folder}/playwright-calls.json`, ['--project=calls'], filters)),
  ]
}

function runPlaywright(report: string, projects: string[], filters: string[]): Promise<ReportedTest[]> {
  const options = ['test', '--reporter=list,json', ...projects]
  return runRunner({
    name: 'playwright',
    report,
    options: [...options, ...allowingNone(filters, '--pass-with-no-tests')],
    again: () => [...options, '--last-failed', '--workers=1'],
    env: (path) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: path }),
    read: readPlaywrightReport,
    merge: withTestsAgain,
  })
}

/** A filter may be meant for one runner alone, so the other may find nothing. */
function allowingNone(filters: string[], option: string): string[] {
  return filters.length > 0 ? [option, ...filters] : []
}

interface Runner {
  name: string
  report: string
  options: string[]
  /** How the tests that failed are run once more. */
  again: (report: string, failed: readonly ReportedTest[]) => string[]
  env: (report: string) => Record<string, string>
  read: (json: string) => ReportedTest[]
  /** The report with what became of those tests. */
  merge: (report: string, again: string, keys: readonly string[]) => string
}

async function runRunner(runner: Runner): Promise<ReportedTest[]> {
  const { report, options, read } = runner
  const stolen = watchStolenTime(Date.now)
  const tests = await runOnce(runner, report, options)
  stolen.stop()
  const isStarved = ({ outcome, ran }: ReportedTest) =>
    outcome === 'failed' && ran !== undefined && stolen.worstShareBetween(ran.from, ran.until) >= starvedFrom
  const starved = tests.filter(isStarved)
  if (starved.length === 0) return tests
  for (const { key, ran, why } of starved) {
    const share = Math.round(100 * stolen.worstShareBetween(ran?.from ?? 0, ran?.until ?? 0))
    console.log(
      `failed with ${share} % of the processors' time stolen in its worst ten seconds, so once more: ${key}: ${why}`,
    )
  }
  const path = report.replace(/[^/]+$/, 'again/$&')
  await runOnce(runner, path, runner.again(path, starved))
  if (!existsSync(path)) return tests
  const keys = starved.map(({ key }) => key)
  const merged = runner.merge(readFileSync(report, 'utf8'), readFileSync(path, 'utf8'), keys)
  writeFileSync(report, merged)
  return read(merged)
}

/** A runner that fails without a failed test (a crash, an unhandled rejection) is itself counted as one. */
async function runOnce(
  { name, env, read }: Runner,
  report: string,
  options: string[],
): Promise<ReportedTest[]> {
  rmSync(report, { force: true }) // An older report must not stand in for a run that crashed.
  const revision = presentRevision()
  const child = spawn(`node_modules/.bin/${name}`, options, {
    stdio: 'inherit',
    env: { ...process.env, ...env(report) },
  })
  const ended = await new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (status, signal) => resolve(signal ?? status))
  })
  const isWritten = existsSync(report)
  if (isWritten) writeIn(report, { revision })
  const tests = isWritten ? read(readFileSync(report, 'utf8')) : []
  if (ended === 0 || tests.some((test) => test.outcome === 'failed')) return tests
  console.log(`${name} ended with ${ended} though no test failed: see above.`)
  return [...tests, { title: `${name} ended with ${ended}`, file: name, outcome: 'failed', key: name }]
}

/** Both runners write an object. */
function writeIn(report: string, more: object): void {
  const before = JSON.parse(readFileSync(report, 'utf8')) as object
  writeFileSync(report, JSON.stringify({ ...before, ...more }))
}
