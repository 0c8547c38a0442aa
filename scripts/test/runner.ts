import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { presentRevision } from './revision.ts'
import { watchStolenTime } from './stolen-time.ts'
import type { ReportedTest } from './test-reports.ts'
import { countReruns, rerunsOf } from './again.ts'

/** The deadline for a runner to exit after it has written its report. */
const endsWithinMs = 180_000

export interface Runner {
  name: string
  /** The program with its prefix arguments, such as `nice`. */
  command: readonly string[]
  report: string
  options: string[]
  /** The options for rerunning the failed tests. */
  again: (report: string, failed: readonly ReportedTest[]) => string[]
  env: (report: string) => Record<string, string>
  read: (json: string) => ReportedTest[]
  /** Merges the results of the rerun into the report. */
  merge: (report: string, again: string, keys: readonly string[]) => string
}

export interface RunnerResult {
  tests: ReportedTest[]
  reruns: number
}

export async function runRunner(runner: Runner): Promise<RunnerResult> {
  const { report, options, read } = runner
  const stolen = watchStolenTime(Date.now)
  const tests = await runOnce(runner, report, options)
  stolen.stop()
  const reruns = rerunsOf(tests, stolen)
  if (reruns.length === 0) return { tests, reruns: 0 }
  for (const { test, because } of reruns)
    console.log(`run once more, because ${because}: ${test.key}: ${test.why}`)
  const path = report.replace(/[^/]+$/, 'again/$&')
  const failed = reruns.map(({ test }) => test)
  await runOnce(runner, path, runner.again(path, failed))
  if (!existsSync(path)) return { tests, reruns: countReruns(reruns) }
  const keys = failed.map(({ key }) => key)
  const merged = runner.merge(readFileSync(report, 'utf8'), readFileSync(path, 'utf8'), keys)
  writeFileSync(report, merged)
  return { tests: read(merged), reruns: countReruns(reruns) }
}

/** A runner that fails without a failed test (a crash, an unhandled rejection) counts as a failed test itself. */
async function runOnce(
  { name, command, env, read }: Runner,
  report: string,
  options: string[],
): Promise<ReportedTest[]> {
  rmSync(report, { force: true }) // An older report must not be read as that of a run that crashed.
  const revision = presentRevision()
  const [program = '', ...before] = command
  const since = performance.now()
  const child = spawn(program, [...before, ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...env(report) },
  })
  const ended = await endOf(child, () => existsSync(report), endsWithinMs)
  const processorMs = childrenMs() - countedMs
  countedMs += processorMs
  const seconds = (ms: number) => (ms / 1000).toFixed(0)
  console.log(
    `${name} took ${seconds(performance.now() - since)} s, and ${seconds(processorMs)} s of processor time without the engines`,
  )
  const isWritten = existsSync(report)
  if (isWritten) writeIn(report, { revision })
  const tests = isWritten ? read(readFileSync(report, 'utf8')) : []
  const hasHung = ended === 'hung'
  if (ended === 0 || (!hasHung && tests.some((test) => test.outcome === 'failed'))) return tests
  const title = hasHung
    ? `${name} had not ended ${endsWithinMs / 1000} s after its report, and was killed: a process of a test is left`
    : `${name} ended with ${ended} though no test failed: see above`
  console.log(title)
  return [...tests, { title, file: name, outcome: 'failed', key: name }]
}

/** How a runner ended. A runner that has reported but does not exit is killed, because it would block the run forever. */
export async function endOf(
  child: ChildProcess,
  hasReported: () => boolean,
  withinMs: number,
): Promise<number | NodeJS.Signals | 'hung' | null> {
  let reportedAt: number | undefined
  let isHung = false
  const watch = setInterval(
    () => {
      if (hasReported()) reportedAt ??= Date.now()
      if (reportedAt === undefined || Date.now() - reportedAt < withinMs) return
      isHung = true
      child.kill('SIGKILL')
    },
    Math.min(1000, withinMs),
  )
  const ended = await new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (status, signal) => resolve(signal ?? status))
  })
  clearInterval(watch)
  return isHung ? 'hung' : ended
}

/** When a runner ends, all child processor time since the previous runner's end is attributed to it. */
let countedMs = childrenMs()

/** Processor time of all reaped child processes and their children. The kernel counts in hundredths of a second. */
function childrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/** Adds fields to a report. The reports of both runners are JSON objects. */
function writeIn(report: string, more: object): void {
  const before = JSON.parse(readFileSync(report, 'utf8')) as object
  writeFileSync(report, JSON.stringify({ ...before, ...more }))
}
