import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Revision } from './revision.ts'

/** One test in a runner's own report. A test without a record did not run. */
export interface ReportedTest {
  /** All titles from the outermost describe to the test, joined. */
  title: string
  file: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** The runner's failure message on one line, detailed enough when only the end of a log is at hand. */
  why?: string | undefined
  /** When it ran, in epoch milliseconds. */
  ran?: { from: number; until: number } | undefined
  /** A key that is unique within its runner. */
  key: string
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    startTime?: number
    endTime?: number
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
  projectName?: string
  results?: { error?: { message?: string }; startTime?: string; duration?: number }[]
}

interface PlaywrightReport {
  /** Added by `pnpm test`: keys of tests that failed because of the machine and passed in a rerun. */
  passedAgain?: string[]
  suites: PlaywrightSuite[]
  errors?: unknown[]
}

/** The revision that a report is about; `pnpm test` adds it. */
export const revisionOf = (json: string): Revision | undefined =>
  // The runners do not write this field; `pnpm test` adds the whole object.
  (JSON.parse(json) as { revision?: Revision }).revision

/** A file that failed before its first test counts as one failed test, so that it does not vanish from the totals. */
export function readVitestReport(json: string): ReportedTest[] {
  // This is the JSON reporter's own shape. Another shape would throw on first use.
  const report = JSON.parse(json) as VitestReport
  const tests = report.testResults.flatMap((result) => {
    const file = relative(process.cwd(), result.name)
    // For a single test the report has only the duration, so use the times of the file.
    const ran =
      result.startTime === undefined || result.endTime === undefined
        ? undefined
        : { from: result.startTime, until: result.endTime }
    if (result.assertionResults.length === 0 && result.status === 'failed') {
      const title = 'the file could not be loaded'
      return [
        {
          ...{ title, file, ran, key: `${file}: ${title}` },
          outcome: 'failed' as const,
          why: inShort(result.message),
        },
      ]
    }
    const isBrokenOutside =
      result.status === 'failed' && result.assertionResults.every(({ status }) => status !== 'failed')
    const outside = 'something failed outside its tests'
    const broken = {
      ...{ title: outside, file, ran, key: `${file}: ${outside}` },
      outcome: 'failed' as const,
      why: inShort(result.message),
    }
    const tests = result.assertionResults.map((test) => {
      const title = [...test.ancestorTitles, test.title].join(' ')
      return {
        ...{ title, file, ran, key: `${file}: ${title}` },
        outcome: vitestOutcome(test.status),
        why: inShort(test.failureMessages?.[0]),
      }
    })
    return isBrokenOutside ? [...tests, broken] : tests
  })
  return tests
}

/** Replaces the results of rerun files with those of the rerun. */
export function withFilesAgain(json: string, again: string): string {
  // As above.
  const [report, second] = [JSON.parse(json) as VitestReport, JSON.parse(again) as VitestReport]
  const ended = new Map(second.testResults.map((result) => [result.name, result]))
  const testResults = report.testResults.map((result) => ended.get(result.name) ?? result)
  return JSON.stringify({ ...report, testResults })
}

/** Marks the tests with these keys that passed in the rerun as passed. */
export function withTestsAgain(json: string, again: string, keys: readonly string[]): string {
  const passed = readPlaywrightReport(again).filter(({ outcome }) => outcome === 'passed')
  const known = new Set(passed.map(({ key }) => key))
  return JSON.stringify({
    ...(JSON.parse(json) as object),
    passedAgain: keys.filter((key) => known.has(key)),
  })
}

/** A flaky test counts as failed, because it proves nothing. An error outside every test also counts as failed. */
export function readPlaywrightReport(json: string): ReportedTest[] {
  // As above: this is the JSON reporter's own shape.
  const report = JSON.parse(json) as PlaywrightReport
  const outside = (report.errors ?? []).map(() => ({
    title: 'an error outside every test',
    file: 'playwright',
    outcome: 'failed' as const,
    key: 'an error outside every test',
  }))
  // The outermost suite is the file, whose name is not part of the title.
  const tests = [...report.suites.flatMap((suite) => testsOf({ ...suite, title: '' }, [])), ...outside]
  const again = new Set(report.passedAgain)
  return tests.map((test) => (again.has(test.key) ? { ...test, outcome: 'passed' } : test))
}

function testsOf(suite: PlaywrightSuite, ancestors: string[]): ReportedTest[] {
  const titles = suite.title === '' ? ancestors : [...ancestors, suite.title]
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => {
      const title = [...titles, spec.title].join(' ')
      return {
        title,
        file: spec.file,
        outcome: playwrightOutcome(test),
        why: inShort(test.results?.findLast(({ error }) => error)?.error?.message),
        ran: ranAt(test.results?.at(-1)),
        key: `${spec.file}: ${title} (${test.projectName})`,
      }
    }),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, titles))]
}

function ranAt(result: { startTime?: string; duration?: number } | undefined): ReportedTest['ran'] {
  const from = Date.parse(result?.startTime ?? '')
  return Number.isNaN(from) ? undefined : { from, until: from + (result?.duration ?? 0) }
}

function vitestOutcome(status: string): ReportedTest['outcome'] {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}

/** A test that is expected to fail, and does, also has the status 'expected', but covers no promise. */
function playwrightOutcome(test: PlaywrightTest): ReportedTest['outcome'] {
  if (test.status === 'skipped') return 'skipped'
  return test.status === 'expected' && test.expectedStatus === 'passed' ? 'passed' : 'failed'
}

const longest = 300

/** Strips the call log and the stack trace. */
function inShort(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const lines = stripVTControlCharacters(message)
    .split(/\nCall log:|\n +at /, 1)[0]
    ?.split('\n')
    .flatMap((line) => line.trim() || [])
  return lines?.join('; ').slice(0, longest)
}
