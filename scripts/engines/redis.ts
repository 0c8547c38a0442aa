import { mkdir, realpath } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { exists } from './install.ts'
import type { Places } from './places.ts'

// Debian's package; it brings the version (7.0 on Debian 12).
const program = '/usr/bin/redis-server'

export function redis({ stateDir, ports }: Places): Engine {
  return {
    name: 'redis',
    ports: [ports.redis],
    async install() {
      if (!(await exists(program))) throw new Error('redis-server is not installed: run scripts/setup as root.')
    },
    async command() {
      const cwd = join(stateDir, 'redis')
      await mkdir(cwd, { recursive: true })
      // Our own use may lose Redis, the media server's may not: an empty one splits calls. Hence the append-only file.
      const options = { bind: '127.0.0.1', port: String(ports.redis), dir: cwd, save: '', appendonly: 'yes' }
      return { file: program, args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]), cwd }
    },
    executable: () => realpath(program),
    answers: () => firstLine(ports.redis, 'PING\r\n', '+PONG'),
    stopSignal: 'SIGTERM',
  }
}

/** Connects, says something and settles when the first words that come back are the expected ones. */
export function firstLine(port: number, say: string, expected: string) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2000 })
    socket.once('connect', () => socket.write(say))
    socket.once('data', (bytes) => {
      socket.destroy()
      if (bytes.toString('utf8').startsWith(expected)) resolve()
      else reject(new Error(`port ${port} answers, but not with ${expected}`))
    })
    socket.once('timeout', () => socket.destroy(new Error(`port ${port} accepts and says nothing`)))
    socket.once('error', reject)
  })
}
