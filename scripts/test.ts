import { mkdirSync } from 'node:fs'
import { readCommand } from './read-command.ts'
import { rerunsMax } from './test/again.ts'
import { describeFilter, filesByProject } from './test/filters.ts'
import { runRunner, type RunnerResult } from './test/runner.ts'
import {
  readPlaywrightReport,
  readVitestReport,
  withFilesAgain,
  withTestsAgain,
} from './test/test-reports.ts'

const args = process.argv.slice(2)
const end = args.includes('--') ? args.indexOf('--') : args.length
/** Options for the runners themselves. */
const passedOn = args.slice(end + 1)
const { values, words: paths } = readCommand(
  {
    usage: 'pnpm test [--unit | --journeys] [PATH …] [-- OPTION …]',
    about: `Starts the engines, runs Vitest and Playwright, and leaves their reports in reports/ for pnpm promises.
The last line counts passed and failed tests.

PATH is any part of a path: every test file with it runs, in every project. What follows -- goes to the runner as it is.
Such a filtered run writes its reports to reports/filtered/, which pnpm promises does not read.

Vitest runs first and alone, because media, stream hosts and proofs depend on time. Then the calls run, with the other
journeys beside them at low priority. The calls whose media node is killed run last.
A test that failed while others used a quarter or more of this machine's processors for ten seconds, or because a network
interface came or went, runs once more. More than ${rerunsMax} such reruns fail the run.
With PARLEY_LATE=1 the journeys' API answers late at random, by up to some seconds. That finds journeys that depend on the
order of two answers; a journey about a time limit may fail too.`,
    hasWords: true,
    options: {
      unit: { type: 'boolean', about: 'Vitest alone' },
      journeys: { type: 'boolean', about: 'Playwright alone' },
      title: {
        type: 'string',
        short: 't',
        value: 'TEXT',
        about: 'Vitest alone: tests with this in their title',
      },
      grep: {
        type: 'string',
        short: 'g',
        value: 'TEXT',
        about: 'Playwright alone: journeys with this in their title',
      },
    },
    examples: [
      'pnpm test --unit people',
      "pnpm test --unit people -t 'expired token'",
      'pnpm test --journeys people -- --headed',
    ],
  },
  args.slice(0, end),
)

const { up } = await import('./engines/engines.ts')

process.chdir(`${import.meta.dirname}/..`)
const { title, grep } = values
const hasUnit = !values.journeys && grep === undefined
const hasJourneys = !values.unit && title === undefined
const isFiltered = paths.length + passedOn.length > 0 || title !== undefined || grep !== undefined
const folder = isFiltered ? 'reports/filtered' : 'reports'

async function run(): Promise<number> {
  mkdirSync(`${folder}/again`, { recursive: true })
  await up()

  const results: RunnerResult[] = []
  if (hasUnit) results.push(await runVitest())
  if (hasJourneys) {
    const { serveJourneys } = await import('./test/journey-server.ts')
    await using _server = await serveJourneys()
    const walk = async (of: Walk) => void results.push(await runPlaywright(of))
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

function runVitest(): Promise<RunnerResult> {
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
    options: [
      ...options(report),
      ...(isFiltered ? ['--passWithNoTests'] : []),
      ...(title === undefined ? [] : ['-t', title]),
      ...filesOf(paths),
      ...passedOn,
    ],
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

function runPlaywright({ report, projects, isPatient }: Walk): Promise<RunnerResult> {
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
    options: [
      ...options,
      // A path may be that of a test of the other runner, or of another project.
      ...(isFiltered ? ['--pass-with-no-tests'] : []),
      ...(grep === undefined ? [] : ['-g', grep]),
      ...paths,
      ...passedOn,
    ],
    again: () => [...options, '--last-failed', '--workers=1'],
    env: (path) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: path, PARLEY_JOURNEYS_SERVED: 'yes' }),
    read: readPlaywrightReport,
    merge: withTestsAgain,
  })
}

process.exitCode = await run()
