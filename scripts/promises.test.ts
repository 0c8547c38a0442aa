import { describe, expect, test } from 'vitest'
import { parseCatalogue } from './promises/catalogue.ts'
import { coverageByPart, coveredIds, idsIn, unknownIds } from './promises/coverage.ts'
import { compareWithLedger, formatLedger } from './promises/ledger.ts'
import {
  readPlaywrightReport,
  readVitestReport,
  revisionOf,
  withFilesAgain,
  withTestsAgain,
  type ReportedTest,
} from './test/test-reports.ts'

const tsv = `id\tpart\tkind\tsource\tstatement
FORM-01\tsessions\trule\tS5\tOne
FORM-02\tsessions\trule\tS5\tTwo
D1\tcall\trequirement\tN\tThree
`
const passed = (title: string): ReportedTest => ({ title, file: 'a.test.ts', outcome: 'passed', key: title })

describe('the catalogue', () => {
  test('a duplicate id is refused with its line', () => {
    expect(() => parseCatalogue(`${tsv}D1\tcall\trule\tN\tAgain\n`)).toThrow(
      'line 5: the id D1 is already taken',
    )
  })

  test('a row with a missing column is refused', () => {
    expect(() => parseCatalogue(`${tsv}D2\tcall\trule\n`)).toThrow('line 5')
  })
})

describe('ids in titles', () => {
  test('in brackets are found, one or several, at any place', () => {
    expect(idsIn('[D1] the form [FORM-01, FORM-02] and [J1 J2]')).toEqual([
      'D1',
      'FORM-01',
      'FORM-02',
      'J1',
      'J2',
    ])
  })

  test('ids in titles are found neither in brackets without an id nor outside brackets', () => {
    expect(idsIn('a list [one, two] of an array[] and D1 alone')).toEqual([])
  })

  test('ids in titles that are unknown are reported with their test, even next to a known one and in a skipped test', () => {
    const skipped: ReportedTest = {
      title: 'a rule [FORM-01 FROM-2]',
      file: 'b.test.ts',
      outcome: 'skipped',
      key: 'b',
    }
    expect(unknownIds(parseCatalogue(tsv), [skipped])).toEqual([
      "b.test.ts: 'a rule [FORM-01 FROM-2]' names FROM-2, which is not in docs/promises.tsv",
    ])
  })
})

describe('reports', () => {
  test('in a Vitest report only passed tests count, and a file that did not load is a failure', () => {
    const assertion = (title: string, status: string) => ({ ancestorTitles: ['[D1]'], title, status })
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            assertion('kept [FORM-01]', 'passed'),
            assertion('broken [FORM-02]', 'failed'),
            assertion('left out [FORM-02]', 'skipped'),
          ],
        },
        { name: 'b.test.ts', status: 'failed', assertionResults: [] },
      ],
    }
    const tests = readVitestReport(JSON.stringify(report))
    expect(tests.map((entry) => entry.outcome)).toEqual(['passed', 'failed', 'skipped', 'failed'])
    expect(coveredIds(tests)).toEqual(new Set(['FORM-01']))
  })

  test('in a Playwright report flaky tests, skipped tests and expected failures do not count', () => {
    const spec = (title: string, status: string, expectedStatus = 'passed') => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, expectedStatus }],
    })
    const inner = {
      title: 'a describe [D1]',
      specs: [
        spec('kept [FORM-01]', 'expected'),
        spec('lucky [FORM-02]', 'flaky'),
        spec('left out [FORM-02]', 'skipped'),
        spec('known to fail [FORM-02]', 'expected', 'failed'),
      ],
    }
    const report = { suites: [{ title: 'a.spec.ts', specs: [], suites: [inner] }], errors: [] }
    const tests = readPlaywrightReport(JSON.stringify(report))
    expect(tests.map((entry) => entry.outcome)).toEqual(['passed', 'failed', 'skipped', 'failed'])
    expect(tests[0]).toMatchObject({ title: 'a describe [D1] kept [FORM-01]', file: 'a.spec.ts' })
    expect(coveredIds(tests)).toEqual(new Set(['FORM-01']))
  })

  test('a promise counts only when every test that names it passed', () => {
    const other = (outcome: ReportedTest['outcome']): ReportedTest => ({
      title: '[FORM-01] the other half',
      file: 'b.test.ts',
      outcome,
      key: 'the other half',
    })
    expect(coveredIds([passed('[FORM-01] a half'), other('passed')])).toEqual(new Set(['FORM-01']))
    expect(coveredIds([passed('[FORM-01] a half'), other('failed')])).toEqual(new Set())
    expect(coveredIds([passed('[FORM-01] a half'), other('skipped')])).toEqual(new Set())
  })

  test('the reason of a failure is put on one line, with the locator', () => {
    const message =
      'Error: Enter\n\nexpect(locator).toBeFocused() failed\n\nLocator: the heading\nTimeout: 20000ms\n\nCall log:\n  - waiting'
    const failed = { status: 'unexpected', expectedStatus: 'passed', results: [{ error: { message } }] }
    const specs = [{ title: 'a day', file: 'a.spec.ts', tests: [failed] }]
    const report = JSON.stringify({ suites: [{ title: 'a.spec.ts', specs }] })
    expect(readPlaywrightReport(report)[0]?.why).toBe(
      'Error: Enter; expect(locator).toBeFocused() failed; Locator: the heading; Timeout: 20000ms',
    )
  })

  test('a file that was rerun has the results of its rerun', () => {
    const file = (name: string, status: string, tests: [string, string][]) => ({
      ...{ name, status, startTime: 1000, endTime: 5000 },
      assertionResults: tests.map(([title, status]) => ({ ancestorTitles: [], title, status })),
    })
    const first = JSON.stringify({
      testResults: [
        file('a.test.ts', 'failed', [
          ['one', 'failed'],
          ['two', 'passed'],
        ]),
        // A hook failed before these tests.
        file('b.test.ts', 'failed', [['three', 'pending']]),
        file('c.test.ts', 'failed', [['four', 'failed']]),
      ],
    })
    const outcomes = (json: string) => readVitestReport(json).map(({ title, outcome }) => [title, outcome])
    const outside = 'something failed outside its tests'
    expect(outcomes(first)).toEqual([
      ['one', 'failed'],
      ['two', 'passed'],
      ['three', 'skipped'],
      [outside, 'failed'],
      ['four', 'failed'],
    ])
    expect(readVitestReport(first)[0]?.ran).toEqual({ from: 1000, until: 5000 })
    const second = JSON.stringify({
      testResults: [
        file('a.test.ts', 'failed', [
          ['one', 'passed'],
          ['two', 'failed'],
        ]),
        file('b.test.ts', 'passed', [['three', 'passed']]),
      ],
    })
    expect(outcomes(withFilesAgain(first, second))).toEqual([
      ['one', 'passed'],
      ['two', 'failed'],
      ['three', 'passed'],
      ['four', 'failed'],
    ])
  })

  test('a journey that passed its rerun counts as passed, at that width only', () => {
    const test = (projectName: string, status = 'unexpected') => ({
      ...{ status, expectedStatus: 'passed', projectName },
      results: [{ startTime: '2026-11-16T10:00:00.000Z', duration: 2000 }],
    })
    const report = (...tests: object[]) =>
      JSON.stringify({
        suites: [{ title: 'a.spec.ts', specs: [{ title: 'a day', file: 'a.spec.ts', tests }] }],
      })
    const first = report(test('desktop'), test('phone'))
    const keys = readPlaywrightReport(first).map(({ key }) => key)
    const merged = withTestsAgain(first, report(test('desktop'), test('phone', 'expected')), keys)
    const journeys = readPlaywrightReport(merged)
    expect(journeys.map(({ outcome }) => outcome)).toEqual(['failed', 'passed'])
    const from = Date.parse('2026-11-16T10:00:00.000Z')
    expect(journeys[0]?.ran).toEqual({ from, until: from + 2000 })
    // A failed test stays failed unless it was chosen for a rerun.
    const none = withTestsAgain(first, report(test('phone', 'expected')), [])
    expect(readPlaywrightReport(none).map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
  })

  test('the revision of a report is read, or undefined if it has none', () => {
    const revision = { commit: 'a', tree: 'b' }
    expect(revisionOf(JSON.stringify({ testResults: [], revision }))).toEqual(revision)
    expect(revisionOf(JSON.stringify({ testResults: [] }))).toBeUndefined()
  })

  test('an error outside every Playwright test is a failure', () => {
    const report = { suites: [], errors: [{ message: 'no server' }] }
    expect(readPlaywrightReport(JSON.stringify(report))).toMatchObject([{ outcome: 'failed' }])
  })
})

test('covered, total and missing are counted per part', () => {
  const covered = coveredIds([passed('[FORM-02] a'), passed('[FORM-02] b')])
  expect(coverageByPart(parseCatalogue(tsv), covered)).toEqual([
    { part: 'sessions', covered: 1, total: 2, missing: ['FORM-01'] },
    { part: 'call', covered: 0, total: 1, missing: ['D1'] },
  ])
})

describe('the ledger', () => {
  test('a promise that is no longer covered is lost, and a newly covered one is gained', () => {
    const comparison = compareWithLedger(['D1', 'FORM-01'], new Set(['FORM-02', 'FORM-01']))
    expect(comparison).toEqual({ lost: ['D1'], gained: ['FORM-02'] })
  })

  test('the ledger is written sorted, each id once', () => {
    expect(formatLedger(['FORM-01', 'D1', 'FORM-01'])).toBe('D1\nFORM-01\n')
  })
})
