/** `pnpm test`: runs Vitest and Playwright on the real engines. The last line counts passed and failed tests. */
import { mkdirSync } from 'node:fs'
import { up } from './engines/engines.ts'
import { rerunsMax } from './test/again.ts'
import { describeFilter, filesByProject, parseFilters } from './test/filters.ts'
import { serveJourneys } from './test/journey-server.ts'
import { runRunner, type RunnerResult } from './test/runner.ts'
import {
  readPlaywrightReport,
  readVitestReport,
  withFilesAgain,
  withTestsAgain,
} from './test/test-reports.ts'

const help = `pnpm test [--unit | --journeys] [filters]

Starts the engines, runs Vitest and Playwright, and leaves their reports in reports/ for pnpm promises.

Vitest comes first and alone: media, stream hosts and proofs go by the clock. Calls wait for most of their time and must not be
late: the other journeys run beside them with what they leave of the processors. Last come the calls whose media node is killed.

  --unit      Vitest alone
  --journeys  Playwright alone
  filters     parts of paths, of which Vitest takes every file in every project; or a runner's own options (-t for Vitest,
              -g for Playwright)

With PARLEY_LATE=1 in the environment the journeys' API is late by chance, up to some seconds: what stands on the order
of two answers fails. A journey about a time limit may fail there too.
A run with filters writes its reports to reports/filtered/, which pnpm promises does not read.
A test that failed while others had a quarter or more of this machine's processors, for ten seconds of it, or because an
interface of the machine's network came or went, is run once more. More than ${rerunsMax} such reruns fail the run.`

process.chdir(`${import.meta.dirname}/..`)
const args = process.argv.slice(2)

async function run(): Promise<number> {
  const filters = args.filter((arg) => arg !== '--unit' && arg !== '--journeys')
  const folder = filters.length > 0 ? 'reports/filtered' : 'reports'
  mkdirSync(`${folder}/again`, { recursive: true })
  await up()

  const results: RunnerResult[] = []
  if (!args.includes('--journeys')) results.push(await runVitest(folder, filters))
  if (!args.includes('--unit')) {
    await using _server = await serveJourneys()
    const walk = async (of: Walk) => void results.push(await runPlaywright(folder, of, filters))
    await Promise.all([walk(calls), walk(journeys)])
    await walk(deaths)
  }

  const tests = results.flatMap((result) => result.tests)
  const reruns = results.reduce((sum, result) => sum + result.reruns, 0)
  const passed = tests.filter((test) => test.outcome === 'passed').length
  const failed = tests.filter((test) => test.outcome === 'failed')
  if (passed + failed.length === 0) console.log('No test ran.')
  // Journeys print thousands of lines after a failed Vitest test, so failures are listed again at the end.
  for (const { file, title, why } of failed) console.log(`failed: ${file}: ${title}${why ? `: ${why}` : ''}`)
  const isTooMany = reruns > rerunsMax
  console.log(`reruns: ${reruns}${isTooMany ? `, more than ${rerunsMax}: the run has failed` : ''}`)
  console.log(`${passed} passed, ${failed.length} failed`)
  return failed.length > 0 || passed === 0 || isTooMany ? 1 : 0
}

/** Low priority, because calls must keep up with real time. */
const patiently = ['nice', '-n', '10']

function runVitest(folder: string, filters: readonly string[]): Promise<RunnerResult> {
  const { paths, options: more } = parseFilters(filters)
  const options = (path: string) => [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]
  const report = `${folder}/vitest.json`
  return runRunner({
    name: 'vitest',
    command: ['node_modules/.bin/vitest'],
    report,
    options: [...options(report), ...more, ...allowingNone(filters, '--passWithNoTests'), ...filesOf(paths)],
    again: (path, failed) => [...options(path), '--maxWorkers=1', ...new Set(failed.map(({ file }) => file))],
    env: () => ({}),
    read: readVitestReport,
    // The result of the rerun counts for the whole file: it also ran the tests that a failed hook had skipped.
    merge: withFilesAgain,
  })
}

/** Vitest matches parts of a path relative to each project's folder, so a filter would match other files in each project. */
function filesOf(paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  const byProject = filesByProject(paths)
  console.log(describeFilter(paths, byProject))
  const files = Object.values(byProject).flat()
  // An empty list would make Vitest run every file.
  return files.length > 0 ? files.map((file) => `${process.cwd()}/${file}`) : [...paths]
}

/** One run of Playwright. */
interface Walk {
  report: string
  projects: readonly string[]
  isPatient?: true
}

const calls: Walk = { report: 'playwright-calls.json', projects: ['calls'] }
const journeys: Walk = { report: 'playwright.json', projects: ['desktop', 'phone'], isPatient: true }
/** These kill the media node that all calls use. */
const deaths: Walk = { report: 'playwright-deaths.json', projects: ['deaths'] }

function runPlaywright(
  folder: string,
  { report, projects, isPatient }: Walk,
  filters: readonly string[],
): Promise<RunnerResult> {
  const options = [
    'test',
    '--reporter=list,json',
    // Each Playwright run empties its output folder at the start, so each needs its own.
    `--output=test-results/${projects.join('-')}`,
    ...projects.map((project) => `--project=${project}`),
  ]
  return runRunner({
    name: `playwright ${projects.join(', ')}`,
    command: [...(isPatient ? patiently : []), 'node_modules/.bin/playwright'],
    report: `${folder}/${report}`,
    options: [...options, ...allowingNone(filters, '--pass-with-no-tests'), ...filters],
    again: () => [...options, '--last-failed', '--workers=1'],
    env: (path) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: path, PARLEY_JOURNEYS_SERVED: 'yes' }),
    read: readPlaywrightReport,
    merge: withTestsAgain,
  })
}

/** A filter may be meant for only one runner, so the other may find nothing. */
function allowingNone(filters: readonly string[], option: string): string[] {
  return filters.length > 0 ? [option] : []
}

if (args.includes('--help')) console.log(help)
else process.exitCode = await run()
