import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frontServer, frontSite } from '../../../scripts/engines/front.ts'
import { herePlaces } from '../../../scripts/engines/places.ts'
import { freePort, startProcess, untilItAnswers } from './processes.ts'

interface FrontOptions {
  apis: readonly number[]
  /** The ports of the media nodes; by default that of the shared node. */
  nodes?: readonly number[]
  beside?: readonly string[]
  /** The port that others have already been told. */
  at?: number
}

/** Starts a front proxy for these API processes and media nodes. */
export async function startFront({
  apis,
  nodes = [herePlaces().ports.media.http],
  beside = [],
  at,
}: FrontOptions): Promise<AsyncDisposable & { url: string; port: number; log: () => string }> {
  const port = at ?? (await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'parley-front-'))
  const config = join(folder, 'Caddyfile')
  const site = frontSite(port, apis, nodes, beside)
  await writeFile(config, `${frontServer}${site}`)
  const args = ['run', '--config', config, '--adapter', 'caddyfile']
  const front = await startProcess({ file: '/usr/bin/caddy', args, env: { HOME: folder } })
  const url = `http://127.0.0.1:${port}`
  await untilItAnswers(front, async () => (await fetch(`${url}/front-is-up`)).ok)
  return {
    url,
    port,
    log: () => front.log(),
    async [Symbol.asyncDispose]() {
      await front.stop()
      await rm(folder, { recursive: true })
    },
  }
}
