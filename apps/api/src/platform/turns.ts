import { problem } from './problem.ts'

interface TurnsOptions {
  /** How many of one name go at a time. */
  atOnce: number
  /** How many of one name may wait behind them, and how long. */
  waitingMax: number
  waitMs: number
}

interface Line {
  going: number
  waiting: Set<() => void>
}

/**
 * Lets so many of one name go at a time and has the others wait here, where they hold nothing: no database connection and
 * no lock. Whoever waits too long, or behind too many, is told to come again.
 */
export function openTurns({ atOnce, waitingMax, waitMs }: TurnsOptions) {
  const lines = new Map<string, Line>()

  const end = (name: string, line: Line) => {
    const [next] = line.waiting
    if (next) {
      // The place goes straight to the next.
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
