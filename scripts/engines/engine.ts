import type { Places } from './places.ts'

/** What the runner has to know of an engine. All of them run in the foreground of one process with one log. */
export type Engine = {
  name: string
  ports: number[]
  /** Puts the pinned version in place; a check and nothing more when it is there. */
  install(): Promise<void>
  /** The program, its arguments and who runs it. Called after install; makes the folders it needs. */
  command(): Promise<Command>
  /** The program's file as /proc shows it: what may be ended when only a pid is known. */
  executable(): Promise<string>
  /** Settles when the engine has answered one real request, rejects when it has not. */
  answers(): Promise<void>
  stopSignal: 'SIGTERM' | 'SIGINT'
  /** It needs others that answer, or it ends. */
  comesLast?: true
}

export type Command = { file: string; args: string[]; cwd: string; user?: { uid: number; gid: number } }

export type EngineMaker = (places: Places) => Engine
