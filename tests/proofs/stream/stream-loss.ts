import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { browserLaunch } from '../../support/browsers/browser-launch.ts'
import { openNamespace, type Namespace } from '../../support/relays/namespace.ts'
import { startStreamHost } from '../../support/stream/stream-host.ts'
import { launchViewer, openStreamViewer } from '../../support/stream/stream-viewer.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  'With 1 and 3 of 100 packets lost on the way to a browser the application can still be watched: most pictures arrive, none stays for long, and the bitrate does not collapse.'

/** Its namespace changes the machine's network, which makes every other browser drop its requests. */
export const isNightly = true

const run = promisify(execFile)
const sizes = {
  full: { settleMs: 8000, watchMs: 30_000, losses: [0.01, 0.03] },
  short: { settleMs: 0, watchMs: 2000, losses: [0.03] },
}

export async function prove({ size, say }: ProofOptions) {
  const figures = openFigures(say)
  const { settleMs, watchMs, losses } = sizes[size]
  await using stack = new AsyncDisposableStack()
  const line = stack.use(await openNamespace())
  const host = stack.use(await startStreamHost({ slots: 1, settings: { STREAM_ADDRESS: line.address } }))
  const browser = await browserIn(line, stack)
  const viewer = await openStreamViewer(browser, host)
  const instance = await host.start('noise', { holder: 'dana' })
  await viewer.come(instance, 'dana')

  async function watched() {
    await pause(settleMs)
    const before = await viewer.received()
    const seen = await viewer.watch(watchMs)
    const after = await viewer.received()
    return { ...seen, kbps: ((after.bytes - before.bytes) * 8) / (after.at - before.at) }
  }
  const calm = await watched()
  say(
    `  no loss: ${calm.fps.toFixed(1)} a second, ${calm.kbps.toFixed(0)} kbit/s, longest ${calm.pauseMs.toFixed(0)} ms`,
  )
  for (const loss of losses) {
    const rule = [
      '-p',
      'udp',
      '-m',
      'statistic',
      '--mode',
      'random',
      '--probability',
      String(loss),
      '-j',
      'DROP',
    ]
    const filter = (what: '-A' | '-D') => inside(line, 'iptables', what, 'INPUT', ...rule)
    await filter('-A')
    const found = await watched()
    await filter('-D')
    const name = `${loss * 100} % lost`
    say(`  ${name}: ${found.fps.toFixed(1)} a second, ${found.kbps.toFixed(0)} kbit/s`)
    if (size === 'short') {
      figures.atLeast(`${name}: pictures a second`, found.fps, 1)
      continue
    }
    figures.atLeast(`${name}: share of the pictures`, found.fps / 30, 0.8)
    figures.atLeast(`${name}: share of the rate without`, found.kbps / calm.kbps, 0.5)
    figures.atMost(`${name}: longest without a picture`, found.pauseMs, 2000, ' ms')
  }
  return figures.all
}

const inside = (line: Namespace, ...command: string[]) => {
  const [program = '', ...words] = [...line.enter, ...command]
  return run(program, words)
}

/** Starts a browser in the namespace. */
async function browserIn(line: Namespace, stack: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-browser-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const starter = join(folder, 'browser')
  await writeFile(
    starter,
    `#!/bin/sh\nexec ${[...line.enter, browserLaunch.executablePath].join(' ')} "$@"\n`,
  )
  await chmod(starter, 0o755)
  const browser = await launchViewer([], starter)
  stack.defer(() => browser.close())
  return browser
}
