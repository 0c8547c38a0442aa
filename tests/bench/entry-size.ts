import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWebIfStale } from '../../scripts/web-build.ts'
import type { Line, MeasureOptions } from './measurement.ts'

export const about =
  'JavaScript that the login page loads: its scripts and everything that they import, gzipped.'

const limitBytes = 180_000
const dist = join(import.meta.dirname, '../../apps/web/dist')

export interface EntrySize {
  bytes: number
  limitBytes: number
  isGood: boolean
  /** What makes it up, the largest first. */
  files: { file: string; bytes: number }[]
}

/** The size of what the built login page loads. The build must be there. */
export function entrySize(folder = dist): EntrySize {
  const files = loadedBy(folder)
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { bytes, limitBytes, isGood: bytes <= limitBytes, files }
}

/** The scripts and preloads of the built page and all that they import, each once. The login page is among them. */
export function loadedBy(folder: string): string[] {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(join(folder, file), 'utf8')
    // Imports by a call, `import("…")`, are of what comes later.
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      visit(join(dirname(file), name ?? ''))
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const [, file] of page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)) visit(file ?? '')
  return [...seen]
}

export async function measure({ say }: MeasureOptions): Promise<Line[]> {
  buildWebIfStale()
  const { bytes, files, isGood } = entrySize()
  for (const file of files) say(`  ${kB(file.bytes).padStart(9)}  ${file.file}`)
  return [{ name: 'entry-size', ours: kB(bytes), limit: `at most ${kB(limitBytes)}`, isGood }]
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
