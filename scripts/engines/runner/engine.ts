import type { Places } from '../places.ts'
import { connect } from 'node:net'

/** The runner's description of an engine. Every engine runs in the foreground as one process with one log. */
export type Engine = {
  name: string
  ports: number[]
  /** Installs the pinned version; only a check if it is there already. */
  install(): Promise<void>
  /** The program, its arguments and its user. Called after install; creates the folders that the engine needs. */
  command(): Promise<Command>
  /** The program's file as /proc shows it, so that a bare pid can be checked before it is killed. */
  executable(): Promise<string>
  /** Resolves when the engine has answered one real request, else rejects. */
  answers(): Promise<void>
  stopSignal: 'SIGTERM' | 'SIGINT'
  /** It exits unless the engines that it needs already answer. */
  comesLast?: true
}

export type Command = { file: string; args: string[]; cwd: string; user?: { uid: number; gid: number } }

export type EngineMaker = (places: Places) => Engine

/** Connects, sends `say`, and resolves if the reply begins with the expected text. */
export function expectGreeting(port: number, expected: string, say = '') {
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
    // A no-op once the promise is settled. Without it, the promise of an engine that hangs up at once would never settle.
    socket.once('close', () => reject(new Error(`port ${port} hung up`)))
  })
}
