import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPracticeIfStale, practiceFolder } from '../practice-build.ts'
import type { Engine } from './runner/engine.ts'
import { exists } from './runner/install.ts'
import { addresses, streamHostsMax, type Places } from './places.ts'
import { installEncoder } from './stream-encoder.ts'

const browser = '/usr/bin/chromium'
/** Flags for a browser that shows one page without its own UI, makes no requests of its own, and stores nothing. */
const kiosk = [
  '--kiosk',
  '--user-data-dir=/tmp/browser',
  '--window-position=0,0',
  '--window-size=1280,720',
  '--force-device-scale-factor=1',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-pinch',
  '--disable-features=Translate,MediaRouter',
  '--no-first-run',
  '--no-default-browser-check',
  '--noerrdialogs',
  '--password-store=basic',
]

/** The practice scene, as an operator would configure it on a host. */
export const practice = {
  command: [browser, ...kiosk, '--app=file:///app/index.html'],
  content: practiceFolder,
  reads: ['/etc/chromium', '/etc/chromium.d'],
  memoryMb: 1024,
}

/** A stream host with the practice scene. */
export const streams = (places: Places): Engine => ({
  name: 'streams',
  ports: [places.ports.streamHost],
  async install() {
    if (!places.isRoot)
      throw new Error('The stream host runs each instance as a user of its own: start it as root.')
    if (!(await exists(browser))) throw new Error('chromium is not installed: run scripts/setup as root.')
    buildPracticeIfStale()
    await installEncoder(places)
  },
  async command() {
    const cwd = join(places.stateDir, 'streams')
    await mkdir(cwd, { recursive: true })
    const [list, env] = [join(cwd, 'applications.json'), join(cwd, 'env')]
    await writeFile(list, JSON.stringify({ practice }))
    const { streams: host, redis } = addresses(places)
    const settings = {
      STREAM_HOST_ID: 'development',
      STREAM_HOST_PORT: places.ports.streamHost,
      STREAM_KEY: host.key,
      REDIS_URL: redis.streamHostUrl,
      // Ports, users and displays come after those of the tests' hosts (tests/support/stream/stream-host.ts).
      STREAM_PORTS_FIRST: places.ports.streamMedia + streamHostsMax * 60,
      STREAM_UID_FIRST: 61_000 + streamHostsMax * 10,
      STREAM_DISPLAY_FIRST: 600 + streamHostsMax * 10,
      // Four slots leave one for a call that somebody has joined, although the demo's other sessions start theirs early.
      STREAM_SLOTS: 4,
      STREAM_AT_END: 'end',
      STREAM_FOLDER: join(cwd, 'instances'),
      STREAM_PYTHON_PATH: await installEncoder(places),
      STREAM_APPLICATIONS: list,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    await writeFile(env, lines.join(''))
    const daemon = join(places.root, 'apps', 'stream-host', 'src', 'daemon', 'daemon.ts')
    return { file: process.execPath, args: [`--env-file=${env}`, daemon], cwd }
  },
  executable: () => realpath(process.execPath),
  async answers() {
    const { url } = addresses(places).streams
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    // Refusing an unsigned request shows that the host is up.
    if (answer.status !== 401) throw new Error(`the stream host answers with ${answer.status}`)
  },
  stopSignal: 'SIGTERM',
})
