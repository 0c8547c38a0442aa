import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Engine } from './runner/engine.ts'
import { exists } from './runner/install.ts'
import type { Places } from './places.ts'

const program = '/usr/sbin/clamd'

/** The EICAR test string, in two halves, because virus scanners also scan repositories. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
)

/** The virus scanner, with only the test signature. A real one fetches its signatures daily. */
export const clamd = (places: Places): Engine => ({
  name: 'clamd',
  ports: [places.ports.clamd],
  async install() {
    if (!(await exists(program))) throw new Error('clamd is not installed: run scripts/setup as root.')
  },
  async command() {
    const cwd = join(places.stateDir, 'clamd')
    const signatures = join(cwd, 'signatures')
    await mkdir(signatures, { recursive: true })
    const inHex = Buffer.from(testVirus).toString('hex')
    await writeFile(join(signatures, 'test.ndb'), `Eicar-Test-Signature:0:*:${inHex}\n`)
    const config = join(cwd, 'clamd.conf')
    await writeFile(config, settings(places.ports.clamd, signatures, places.isRoot))
    return { file: program, args: ['--config-file', config], cwd }
  },
  executable: () => realpath(program),
  answers: () => ping(places.ports.clamd),
  stopSignal: 'SIGTERM',
})

const settings = (port: number, signatures: string, isRoot: boolean): string =>
  [
    'Foreground yes',
    `DatabaseDirectory ${signatures}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'StreamMaxLength 160M',
    'MaxFileSize 160M',
    'MaxScanSize 400M',
    ...(isRoot ? ['User root'] : []),
    '',
  ].join('\n')

async function ping(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
    .setEncoding('utf8')
    .setTimeout(2000, () => socket.destroy(new Error('clamd is silent')))
  socket.write('zPING\0')
  for await (const answer of socket) if (answer === 'PONG\0') return
  throw new Error('clamd did not answer')
}
