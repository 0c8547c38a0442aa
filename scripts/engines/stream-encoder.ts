import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, installOnce, run } from './runner/install.ts'
import type { Places } from './places.ts'

/** Debian's Python, because the wheels are built for its version. */
export const python = '/usr/bin/python3'
const programs = ['Xvfb', 'bwrap', 'pulseaudio', 'setpriv', 'prlimit'].map((name) => `/usr/bin/${name}`)

/** Installs the Python packages of an instance's encoder once. Returns the folder for Python's path. */
export async function installEncoder({ root, cacheDir }: Places): Promise<string> {
  for (const program of [python, ...programs])
    if (!(await exists(program))) throw new Error(`${program} is not installed: run scripts/setup as root.`)
  const list = join(root, 'apps', 'stream-host', 'encoder', 'requirements.txt')
  const version = createHash('sha256')
    .update(await readFile(list))
    .digest('hex')
    .slice(0, 12)
  return installOnce(cacheDir, `stream-encoder-${version}`, async (folder) => {
    // The pip of this machine may belong to another Python than the one that runs the encoder.
    const target = [
      '--python-version',
      '3.11',
      '--implementation',
      'cp',
      '--platform',
      'manylinux_2_28_x86_64',
    ]
    const asked = [
      '--require-hashes',
      '--no-deps',
      '--only-binary=:all:',
      ...target,
      '--target',
      folder,
      '-r',
      list,
    ]
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...asked])
  })
}
