import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface LoadAsked {
  url: string
  token: string
  connections: number
  ms: number
}

export interface LoadAnswer {
  perSecond: number
  failed: number
}

/** Starts a load generator that is pinned to one processor. */
export async function startLoad(core: number) {
  const command = ['taskset', '-c', String(core), process.execPath, join(import.meta.dirname, 'load.ts')]
  const [program = '', ...args] = command
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'spawn')
  return {
    perSecond: async (asked: LoadAsked): Promise<number> => {
      child.send(asked)
      // load.ts sends nothing else.
      const [{ perSecond, failed }] = (await once(child, 'message')) as [LoadAnswer]
      if (failed > 0 || perSecond === 0) throw new Error(`${asked.url} failed ${failed} requests`)
      return perSecond
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
