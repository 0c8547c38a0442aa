import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Revision } from './revision.ts'

/** Reads what the test runners themselves report. Nothing here guesses: a test that left no record did not run. */
export interface ReportedTest {
  /** Every title from the outermost describe to the test, joined. */
  title: string
  file: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** What the runner said of the failure, on one line: where only the end of a log is at hand, it has to be enough. */
  why?: string | undefined
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      failureMessages?: string[]
    }[]
  }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[]
}

interface PlaywrightTest {
  status: string
  expectedStatus: string
  results?: { error?: { message?: string } }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors?: unknown[]
}

/** Of which commit and files a report is; `pnpm test` writes it in. */
export const revisionOf = (json: string): Revision | undefined =>
  // The runners know no such field, and pnpm test writes it whole.
  (JSON.parse(json) as { revision?: Revision }).revision

/** A file that broke before its first test counts as one failed test, or it would vanish from the sums. */
export function readVitestReport(json: string): ReportedTest[] {
  // The shape is the JSON reporter's own; another shape throws on first use and names itself.
  const report = JSON.parse(json) as VitestReport
  return report.testResults.flatMap((result) => {
    const file = relative(process.cwd(), result.name)
    if (result.assertionResults.length === 0 && result.status === 'failed') {
      return [
        {
          title: 'the file could not be loaded',
          file,
          outcome: 'failed' as const,
          why: inShort(result.message),
        },
      ]
    }
    return result.assertionResults.map((test) => ({
      title: [...test.ancestorTitles, test.title].join(' '),
      file,
      outcome: vitestOutcome(test.status),
      why: inShort(test.failureMessages?.[0]),
    }))
  })
}

/** Flaky counts as failed: a test that needed luck proves nothing. So does an error outside every test. */
export function readPlaywrightReport(json: string): ReportedTest[] {
  // As above: the shape is the JSON reporter's own.
  const report = JSON.parse(json) as PlaywrightReport
  const outside = (report.errors ?? []).map(() => ({
    title: 'an error outside every test',
    file: 'playwright',
    outcome: 'failed' as const,
  }))
  // The outermost suite is the file, whose name is no title.
  return [...report.suites.flatMap((suite) => testsOf({ ...suite, title: '' }, [])), ...outside]
}

function testsOf(suite: PlaywrightSuite, ancestors: string[]): ReportedTest[] {
  const titles = suite.title === '' ? ancestors : [...ancestors, suite.title]
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      title: [...titles, spec.title].join(' '),
      file: spec.file,
      outcome: playwrightOutcome(test),
      why: inShort(test.results?.findLast(({ error }) => error)?.error?.message),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, titles))]
}

function vitestOutcome(status: string): ReportedTest['outcome'] {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}

/** A test that is expected to fail and does so shows as 'expected' too, but keeps no promise. */
function playwrightOutcome(test: PlaywrightTest): ReportedTest['outcome'] {
  if (test.status === 'skipped') return 'skipped'
  return test.status === 'expected' && test.expectedStatus === 'passed' ? 'passed' : 'failed'
}

const longest = 300

/** Without the log of every try and the places in the code. */
function inShort(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const lines = stripVTControlCharacters(message)
    .split(/\nCall log:|\n +at /, 1)[0]
    ?.split('\n')
    .flatMap((line) => line.trim() || [])
  return lines?.join('; ').slice(0, longest)
}
