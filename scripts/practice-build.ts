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

/** Builds the practice scene's page when there is no build or something it is made of is newer. */
export async function buildPracticeIfStale(): Promise<void> {
  const built = join(practiceFolder, 'index.html')
  const times = globSync(sources, { cwd: root }).map((path) => statSync(join(root, path)).mtimeMs)
  if (existsSync(built) && Math.max(...times) <= statSync(built).mtimeMs) return
  await build({
    configFile: join(root, 'apps/practice/vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
  })
}
