import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'

const built = 'apps/web/dist/index.html'
const sources = [
  'apps/web/*',
  'apps/web/src/**/*',
  'apps/web/public/**/*',
  'packages/contract/src/**/*',
  'pnpm-lock.yaml',
]

/** Builds the web when there is no build or something it is made of is newer. */
export function buildWebIfStale() {
  if (existsSync(built) && newest() <= statSync(built).mtimeMs) return
  const { status } = spawnSync('node_modules/.bin/vite', ['build', 'apps/web'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web could not be built: see above.')
}

function newest(): number {
  const files = globSync(sources, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(...files.map((file) => statSync(`${file.parentPath}/${file.name}`).mtimeMs))
}
