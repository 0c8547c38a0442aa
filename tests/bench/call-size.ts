import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebIfStale } from '../../scripts/web-build.ts'
import { importedBy, loadedBy, sizeOf } from './entry-size.ts'
import type { Line, MeasureOptions } from './measurement.ts'

export const about =
  'JavaScript that is loaded for a call alone, beside what every page of the portal has loaded already, gzipped.'

const limitBytes = 400_000
const dist = join(import.meta.dirname, '../../apps/web/dist')

export async function measure({ say }: MeasureOptions): Promise<Line[]> {
  buildWebIfStale()
  const page = readdirSync(join(dist, 'assets')).find((file) => /^session-join-.*\.js$/.test(file))
  if (page === undefined) throw new Error("The build has no part of its own for a call's page.")
  const everywhere = new Set(loadedBy(dist, 'index.html'))
  const files = importedBy(dist, [`assets/${page}`]).filter((file) => !everywhere.has(file))
  const sizes = sizeOf(dist, files)
  for (const { file, bytes } of sizes) say(`  ${kB(bytes).padStart(9)}  ${file}`)
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0)
  return [
    { name: 'call-size', ours: kB(bytes), limit: `at most ${kB(limitBytes)}`, isGood: bytes <= limitBytes },
  ]
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
