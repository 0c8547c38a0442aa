import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPlaywrightReport } from '../../../scripts/test/test-reports.ts'
import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { openFigures, type Figure, type ProofOptions } from '../proof.ts'

interface RepeatOptions {
  spec: string
  rounds: number
  name: string
  /** Environment variables that the journey reads. */
  env?: Record<string, string>
}

/** Repeats a journey of calls, because a single success may be chance. */
export function repeatJourney(
  { say }: ProofOptions,
  { spec, rounds, name, env = {} }: RepeatOptions,
): Promise<Figure[]> {
  const figures = openFigures(say)
  buildWebIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'parley-journey-'))
  const report = join(folder, 'report.json')
  const args = ['test', '--project=calls', '--workers=1', '--reporter=list,json', `--repeat-each=${rounds}`]
  spawnSync('node_modules/.bin/playwright', [...args, spec], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const tests = readPlaywrightReport(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  figures.exactly(name, tests.filter(({ outcome }) => outcome === 'passed').length, rounds)
  return Promise.resolve(figures.all)
}
