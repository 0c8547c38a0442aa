import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { hostAcl } from '@parley/contract/stream/stream-host.ts'
import { type Engine, expectGreeting } from './runner/engine.ts'
import { exists } from './runner/install.ts'
import { streamHostUser, type Places } from './places.ts'

// Debian's package; it brings the version (7.0 on Debian 12).
const program = '/usr/bin/redis-server'

export function redis({ stateDir, ports }: Places): Engine {
  return {
    name: 'redis',
    ports: [ports.redis],
    async install() {
      if (!(await exists(program)))
        throw new Error('redis-server is not installed: run scripts/setup as root.')
    },
    async command() {
      const cwd = join(stateDir, 'redis')
      await mkdir(cwd, { recursive: true })
      // The portal survives an empty Redis, but the media server does not: it would split calls. So use an append-only file.
      const options = {
        bind: '127.0.0.1',
        port: String(ports.redis),
        dir: cwd,
        save: '',
        appendonly: 'yes',
        databases: '32',
      }
      return {
        file: program,
        args: [
          ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
          ...['--user', streamHostUser.name, 'on', `>${streamHostUser.password}`, ...hostAcl],
        ],
        cwd,
      }
    },
    executable: () => realpath(program),
    answers: () => expectGreeting(ports.redis, '+PONG', 'PING\r\n'),
    stopSignal: 'SIGTERM',
  }
}
