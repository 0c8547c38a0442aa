import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWebIfStale } from '../../scripts/web-build.ts'
import type { Line, MeasureOptions } from './measurement.ts'

export const about =
  "JavaScript that the login page and a guest's page load: their scripts and everything that these import, gzipped."

/** The pages that people open first, each with the limit in bytes for its scripts. */
const pages = { 'login.html': 180_000, 'join.html': 120_000 }
type Page = keyof typeof pages
const dist = join(import.meta.dirname, '../../apps/web/dist')

export interface EntrySize {
  bytes: number
  limitBytes: number
  isGood: boolean
  /** The files that are counted, largest first. */
  files: { file: string; bytes: number }[]
}

/** The size of the scripts that a built page loads. The build must exist. */
export function entrySize(page: Page, folder = dist): EntrySize {
  const limitBytes = pages[page]
  const files = sizeOf(folder, loadedBy(folder, page))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { bytes, limitBytes, isGood: bytes <= limitBytes, files }
}

/** The gzipped sizes of files, largest first. */
export const sizeOf = (folder: string, files: readonly string[]): EntrySize['files'] =>
  files
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes)

/** The scripts and preloads of a built page and everything that they import, each once. */
export function loadedBy(folder: string, name: string): string[] {
  const page = readFileSync(join(folder, name), 'utf8')
  return importedBy(
    folder,
    [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file ?? ''),
  )
}

/** Scripts and everything that they import, each once. */
export function importedBy(folder: string, files: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(join(folder, file), 'utf8')
    // Leaves out dynamic imports, `import("…")`: they load later.
    for (const [, imported] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      visit(join(dirname(file), imported ?? ''))
  }
  for (const file of files) visit(file)
  return [...seen]
}

export async function measure({ say }: MeasureOptions): Promise<Line[]> {
  buildWebIfStale()
  // `Object.keys` only says string[]; these are the keys of `pages`.
  return (Object.keys(pages) as Page[]).map((page) => {
    const { bytes, limitBytes, files, isGood } = entrySize(page)
    for (const file of files) say(`  ${kB(file.bytes).padStart(9)}  ${file.file}`)
    return { name: `entry-size, ${page}`, ours: kB(bytes), limit: `at most ${kB(limitBytes)}`, isGood }
  })
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
