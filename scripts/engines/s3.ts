import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './runner/engine.ts'
import { goProgramFile, installGoProgram } from './runner/go-program.ts'
import { addresses, type Places } from './places.ts'

const program = {
  name: 'versitygw',
  version: '1.8.0',
  from: 'github.com/versity/versitygw/cmd/versitygw',
}

/** An S3 server that stores objects as plain files. */
export const s3 = (places: Places): Engine => ({
  name: 's3',
  ports: [places.ports.s3],
  install: () => installGoProgram(places.cacheDir, program),
  async command() {
    const cwd = join(places.stateDir, 's3')
    const objects = join(cwd, 'objects')
    const { bucket, key, secret } = addresses(places).s3
    // The server treats a folder as a bucket.
    await mkdir(join(objects, bucket), { recursive: true })
    const args = ['--access', key, '--secret', secret, '--port', `127.0.0.1:${places.ports.s3}`]
    return {
      file: goProgramFile(places.cacheDir, program),
      args: [...args, '--health', '/health', '--quiet', 'posix', objects],
      cwd,
    }
  },
  executable: () => realpath(goProgramFile(places.cacheDir, program)),
  async answers() {
    const page = await fetch(`${addresses(places).s3.url}/health`, { signal: AbortSignal.timeout(2000) })
    if (!page.ok) throw new Error(`the S3 server answers with ${page.status}`)
  },
  stopSignal: 'SIGTERM',
})
