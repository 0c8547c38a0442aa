import { problem } from './problem.ts'

interface TurnsOptions {
  /** How many may run at a time under one name. */
  atOnce: number
  /** How many may wait behind them under one name, and for how long. */
  waitingMax: number
  waitMs: number
}

interface Line {
  going: number
  waiting: Set<() => void>
}

/**
 * Limits concurrency per name. The others wait here, where they hold no database connection and no lock. A caller who would
 * wait too long, or behind too many, is told to retry.
 */
export function openTurns({ atOnce, waitingMax, waitMs }: TurnsOptions) {
  const lines = new Map<string, Line>()

  const end = (name: string, line: Line) => {
    const [next] = line.waiting
    if (next) {
      // Hand the place straight to the next.
      line.waiting.delete(next)
      next()
      return
    }
    line.going -= 1
    if (line.going === 0) lines.delete(name)
  }

  const begin = (line: Line): Promise<void> => {
    if (line.going < atOnce) {
      line.going += 1
      return Promise.resolve()
    }
    if (line.waiting.size >= waitingMax) throw problem('too_many', { retryAfterSeconds: 1 })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      line.waiting.delete(go)
      reject(problem('too_many', { retryAfterSeconds: 1 }))
    }, waitMs)
    line.waiting.add(go)
    return promise
  }

  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(name) ?? { going: 0, waiting: new Set() }
    lines.set(name, line)
    await begin(line)
    try {
      return await work()
    } finally {
      end(name, line)
    }
  }
}

export type Turns = ReturnType<typeof openTurns>
