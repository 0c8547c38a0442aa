import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readVitestReport, withFilesAgain } from './test-reports.ts'
import { endOf, runRunner } from './runner.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-runner-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const node = (script: string) => spawn(process.execPath, ['-e', script], { stdio: 'ignore' })

test('a runner that has reported but does not exit is killed, and one that has not reported is waited for', async () => {
  expect(await endOf(node('setInterval(() => {}, 1000)'), () => true, 200)).toBe('hung')
  expect(await endOf(node('setTimeout(() => process.exit(3), 600)'), () => false, 200)).toBe(3)
  expect(await endOf(node(''), () => true, 20_000)).toBe(0)
})

/** A fake runner that writes a report in Vitest's shape: the first time with a broken import, the second time without. */
const fakeRunner = `
  const { writeFileSync } = require('node:fs')
  const [report, isBroken] = process.argv.slice(1)
  const result = isBroken
    ? { status: 'failed', message: 'Failed to fetch dynamically imported module: /a.tsx', assertionResults: [] }
    : { status: 'passed', assertionResults: [{ ancestorTitles: [], title: 'it stands', status: 'passed' }] }
  writeFileSync(report, JSON.stringify({ testResults: [{ name: '/a.tsx', startTime: 1, endTime: 2, ...result }] }))
  process.exit(isBroken ? 1 : 0)`

test('a file whose import failed is run again, counts as a rerun, and has the result of the rerun', async () => {
  const report = join(folder, 'vitest.json')
  mkdirSync(join(folder, 'again'))
  const { tests, reruns } = await runRunner({
    ...{ name: 'vitest', command: [process.execPath], report },
    options: ['-e', fakeRunner, report, 'broken'],
    again: (path) => ['-e', fakeRunner, path],
    env: () => ({}),
    read: readVitestReport,
    merge: withFilesAgain,
  })
  expect(reruns).toBe(1)
  expect(tests).toMatchObject([{ title: 'it stands', outcome: 'passed' }])
})
