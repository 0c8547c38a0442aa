import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWebIfStale } from '../../scripts/web-build.ts'
import type { Line, MeasureOptions } from './measurement.ts'

export const about =
  'JavaScript that the login page loads: entry, page and everything that either imports, gzipped.'

const limitBytes = 180_000
const dist = join(import.meta.dirname, '../../apps/web/dist')
/** The one page's entry, the route that /login loads, and the script that stands in the page by itself. */
const roots = ['index.html', 'src/routes/login.tsx']
const plainScripts = ['theme.js']

export interface EntrySize {
  bytes: number
  limitBytes: number
  isGood: boolean
  /** What makes it up, the largest first. */
  files: { file: string; bytes: number }[]
}

interface Chunk {
  file: string
  imports?: string[]
}

type Manifest = Record<string, Chunk>

/** The size of what the built login page loads. The build must be there. */
export function entrySize(folder = dist): EntrySize {
  // Written by Vite for this use.
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = [...plainScripts, ...loadedBy(manifest, roots)]
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { bytes, limitBytes, isGood: bytes <= limitBytes, files }
}

/** The scripts of these chunks and of all that they import, each once. Vite preloads exactly these. */
export function loadedBy(manifest: Manifest, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    chunkOf(manifest, name).imports?.forEach(visit)
  }
  names.forEach(visit)
  return [...seen].map((name) => chunkOf(manifest, name).file)
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`the build has no ${name}: has it been renamed?`)
  return chunk
}

export async function measure({ say }: MeasureOptions): Promise<Line[]> {
  buildWebIfStale()
  const { bytes, files, isGood } = entrySize()
  for (const file of files) say(`  ${kB(file.bytes).padStart(9)}  ${file.file}`)
  return [{ name: 'entry-size', ours: kB(bytes), limit: `at most ${kB(limitBytes)}`, isGood }]
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
