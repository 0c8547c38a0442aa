import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
export const practiceFolder = join(root, 'apps/practice/dist')
const sources = [
  'apps/practice/*',
  'apps/practice/{src,vite}/**/*',
  'content/scenes/*',
  'content/rubric.yaml',
  'pnpm-lock.yaml',
]

/** Builds the practice scene's page if there is no build or a source is newer. */
export function buildPracticeIfStale(): void {
  const built = join(practiceFolder, 'index.html')
  const times = globSync(sources, { cwd: root }).map((path) => statSync(join(root, path)).mtimeMs)
  if (existsSync(built) && Math.max(...times) <= statSync(built).mtimeMs) return
  // A build started by a test would otherwise bundle React's development version, and then stay.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit', env })
  if (status !== 0) throw new Error('The practice scene could not be built: see above.')
}

if (import.meta.main)
  await build({ configFile: join(root, 'apps/practice/vite.config.ts'), logLevel: 'warn' })
