import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a process before its program: tells each time that the main thread was held for long, in processor time of that
 * thread, so that other work on the machine does not count. Threads for drawing load this too, and may take their time.
 */
const tickMs = 10
/** Below this nobody notices. */
const leastMs = 50

const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let before = used()
// Timers run when the thread is free again: what it used between two of them was used in one go, but for some milliseconds.
if (isMainThread)
  setInterval(() => {
    const now = used()
    const held = now - before
    before = now
    if (held > leastMs) process.stderr.write(`held ${held.toFixed(0)} ms\n`)
  }, tickMs).unref()
