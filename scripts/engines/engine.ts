import type { Places } from './places.ts'

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
