/**
 * Loaded into a process before its program: tells each time that the main thread was held longer than all times before. By
 * the processor's time of that thread, so that whatever else runs on the machine does not count.
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
setInterval(() => {
  const now = used()
  const held = now - before
  before = now
  if (held > leastMs) process.stderr.write(`held ${held.toFixed(0)} ms\n`)
}, tickMs).unref()
