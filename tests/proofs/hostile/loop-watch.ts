import { isMainThread } from 'node:worker_threads'

/**
 * Preloaded into a process: reports each time that the main thread was blocked for long, in CPU time of that thread, so that
 * other work on the machine does not count. Drawing threads load this file too, and are allowed to be slow.
 */
const tickMs = 10
/** Shorter blocks are not noticeable. */
const leastMs = 50

const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let before = used()
// A timer runs as soon as the thread is free, so nearly all CPU time between two ticks was used in one go.
if (isMainThread)
  setInterval(() => {
    const now = used()
    const held = now - before
    before = now
    if (held > leastMs) process.stderr.write(`held ${held.toFixed(0)} ms\n`)
  }, tickMs).unref()
