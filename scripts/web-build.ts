import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

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
  buildWeb()
}

function buildWeb() {
  const { status } = spawnSync('node_modules/.bin/vite', ['build', 'apps/web', '--logLevel', 'warn'], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The web could not be built: see above.')
  compress()
}

/** The api sends these instead, to whoever takes them. Small files are not worth the round. */
function compress() {
  for (const path of globSync('apps/web/dist/**/*.{js,css,html,svg,json}')) {
    const bytes = readFileSync(path)
    if (bytes.length < 1024) continue
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(bytes))
  }
}

function newest(): number {
  const files = globSync(sources, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(...files.map((file) => statSync(`${file.parentPath}/${file.name}`).mtimeMs))
}

if (import.meta.main) buildWeb()
