import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { readCommand } from './read-command.ts'

/** The last file that a build writes. */
const built = 'apps/web/dist/login.html'
const sources = [
  'apps/web/*',
  'apps/web/src/**/*',
  'apps/web/public/**/*',
  'packages/contract/src/**/*',
  'pnpm-lock.yaml',
]

/** Builds the web if there is no build or a source is newer. */
export function buildWebIfStale() {
  if (existsSync(built) && newest() <= statSync(built).mtimeMs) return
  buildWeb()
}

function buildWeb() {
  // A build started by a test would otherwise bundle React's development version, and then stay.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit', env })
  if (status !== 0) throw new Error('The web could not be built: see above.')
}

const root = join(import.meta.dirname, '../apps/web')
const dist = join(root, 'dist')

/**
 * Builds the portal, and the guest's page separately, so that it shares no file with the portal and loads nothing of it.
 * Prerenders what both show before their scripts have loaded, from the same components.
 */
async function buildPages() {
  await build({ root, logLevel: 'warn' })
  await build({
    root,
    logLevel: 'warn',
    build: { emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input: join(root, 'join.html') } },
  })
  const { drawLogin, drawJoin } = await loadPrerender()
  const page = (name: string) => readFileSync(join(dist, name), 'utf8')
  writeFileSync(join(dist, 'join.html'), withDrawing(page('join.html'), drawJoin()))
  const login = withDrawing(page('index.html'), await drawLogin())
  writeFileSync(
    join(dist, 'login.html'),
    login.replace(/<title>.*<\/title>/, '<title>Sign in · Parley</title>'),
  )
  compress()
}

function withDrawing(html: string, drawing: string): string {
  // React's marker for a Suspense boundary that failed on the server and is left to the browser.
  if (drawing.includes('<!--$!-->')) throw new Error(`A page could not be drawn: ${drawing}`)
  return html.replace(
    /<div id="root">.*?(?=\s*(?:<noscript>|<script|<\/body>))/s,
    () => `<div id="root" data-drawn>${drawing}</div>`,
  )
}

/** Prerendering uses the browser builds of all libraries, because hydration needs the same tree. */
async function loadPrerender() {
  const outDir = join(import.meta.dirname, '../node_modules/.cache/web-prerender')
  await build({
    root,
    logLevel: 'warn',
    resolve: { conditions: ['browser', 'module', 'production'] },
    ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'production'] } },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: 'src/prerender.tsx',
      copyPublicDir: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'prerender.mjs' } },
    },
  })
  // There is no browser while prerendering, and nobody is signed in.
  Object.assign(globalThis, { window: undefined, self: globalThis, localStorage: { getItem: () => null } })
  // The module that was just built from apps/web/src/prerender.tsx.
  return (await import(pathToFileURL(join(outDir, 'prerender.mjs')).href)) as {
    drawLogin: () => Promise<string>
    drawJoin: () => string
  }
}

/** The API serves these variants to clients that accept them. Small files are not worth compressing. */
function compress() {
  for (const path of globSync('apps/web/dist/**/*.{js,css,html,svg,json,wasm,tflite}')) {
    const bytes = readFileSync(path)
    if (bytes.length < 1024) continue
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    // The best quality takes half a minute for the 11 MB of the background blur and makes them hardly smaller.
    const quality = bytes.length > 4_000_000 ? 9 : constants.BROTLI_DEFAULT_QUALITY
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    )
  }
}

function newest(): number {
  const files = globSync(sources, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(...files.map((file) => statSync(`${file.parentPath}/${file.name}`).mtimeMs))
}

if (import.meta.main) {
  readCommand({
    usage: 'pnpm build',
    about: `Builds the web into apps/web/dist: the portal, the guest's page and the prerendered login page, each also compressed.
\`pnpm demo\` builds it by itself when a source has changed.`,
    examples: ['pnpm build', 'pnpm bench entry-size   measures what the login page loads'],
  })
  await buildPages()
  console.log('The web is built in apps/web/dist. `pnpm demo` serves it.')
  // The prerendered components leave timers running, which would keep the process alive.
  process.exit(0)
}
