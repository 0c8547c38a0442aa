import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Batch, Fate, Job } from './run-batch.ts'

/** How long one mistake may take, and the first one, which also starts everything. A longer run is an endless loop. */
const deadlineMs = { node: 90_000, engines: 600_000, browser: 180_000 }
const firstMs = 300_000

/**
 * Yields the fate of each mistake in order. If the process exits, its current mistake counts as noticed; if it hangs, it may
 * only be slow, so the mistake counts as unnoticed. A new process continues with the next mistake.
 */
export async function* fatesOf({ where, jobs }: Batch): AsyncGenerator<Fate> {
  for (let done = 0; done < jobs.length;) {
    for await (const fate of oneProcess(where, jobs.slice(done))) {
      done += 1
      yield fate
    }
  }
}

async function* oneProcess(where: Batch['where'], jobs: Job[]): AsyncGenerator<Fate> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mutants-'))
  const file = join(folder, 'batch.json')
  writeFileSync(file, JSON.stringify({ where, jobs } satisfies Batch))
  // With Vitest's variables inherited, a process started from a test would take the place of that test's runner.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|VITE_)/.test(name)),
  )
  const child = spawn(process.execPath, ['tests/mutants/run-batch.ts', file], {
    // The gallery's plugin finds stories only if VITEST is set.
    env: { ...env, VITEST: 'true', NODE_ENV: 'test' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (bytes: Buffer) => (complaint = `${complaint}${bytes.toString()}`.slice(-2000)))
  let isLate = false
  const lateAfter = (ms: number) =>
    setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, ms)
  let timer = lateAfter(firstMs)
  let told = 0
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{"fate"')) continue
      clearTimeout(timer)
      timer = lateAfter(deadlineMs[where])
      told += 1
      yield JSON.parse(line) as Fate
    }
    if (told < jobs.length) {
      if (!isLate && told === 0) throw new Error(`the tests did not start: ${complaint}`)
      yield isLate ? { fate: 'late', by: 'it took too long' } : { fate: 'killed', by: 'the process ended' }
    }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
}
