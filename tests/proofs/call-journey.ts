import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPlaywrightReport } from '../../scripts/test-reports.ts'
import { buildWebIfStale } from '../../scripts/web-build.ts'
import { openFigures, type ProofOptions } from './proof.ts'

export const about =
  'A call from its booking to its minutes, in two real browsers on the whole stack: mail, link, waiting room, picture and sound, chat with a file each, a shared screen, leaving, and the record of who was there.'

export const isJourney = true

/** Again and again. */
const rounds = 5

export function prove({ say }: ProofOptions) {
  const figures = openFigures(say)
  buildWebIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'parley-call-journey-'))
  const report = join(folder, 'report.json')
  const args = ['test', '--project=calls', '--workers=1', '--reporter=list,json']
  spawnSync('node_modules/.bin/playwright', [...args, `--repeat-each=${rounds}`, 'call-whole'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const tests = readPlaywrightReport(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  figures.exactly('whole calls', tests.filter(({ outcome }) => outcome === 'passed').length, rounds)
  return Promise.resolve(figures.all)
}
