import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

/** The largest paper takes a second or two. What takes longer than this never ends. */
const drawsWithinMs = 30_000
/** A page takes 0.7 s with the start of a thread and 0.3 s without. A thread that stays holds about 100 MB. */
const staysMs = 60_000

interface Thread {
  worker: Worker
  /** Ends it, once nothing was begun for a while. */
  leaving: NodeJS.Timeout
}

const threads = new Map<string, Thread>()
/** The newest drawing of each kind, however it ends. */
const newest = new Map<string, Promise<unknown>>()

/** Draws in a thread of its own, for which nobody else's call waits: of one kind one after the other, however many ask at once. */
export function drawApart(module: URL, figures: unknown, withinMs = drawsWithinMs): Promise<Buffer> {
  const before = newest.get(module.href) ?? Promise.resolve()
  const drawn = before.then(() => drawNext(module, figures, withinMs))
  newest.set(
    module.href,
    drawn.catch(() => {}),
  )
  return drawn
}

async function drawNext(module: URL, figures: unknown, withinMs: number): Promise<Buffer> {
  const { worker, leaving } = threads.get(module.href) ?? start(module)
  leaving.refresh()
  worker.ref()
  // A thread has no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(figures)
  try {
    // The thread posts nothing but the bytes. An error in it ends it, and is thrown here.
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) })) as [Uint8Array]
    worker.unref()
    leaving.refresh()
    return Buffer.from(bytes)
  } catch (error) {
    threads.delete(module.href)
    await worker.terminate()
    throw error
  }
}

function start(module: URL): Thread {
  const worker = new Worker(module).on('error', () => threads.delete(module.href))
  const leaving = setTimeout(() => {
    threads.delete(module.href)
    void worker.terminate()
  }, staysMs).unref()
  const thread = { worker, leaving }
  threads.set(module.href, thread)
  return thread
}

/** The thread's half: draws what `drawApart` was given, one after the other. */
export function drawWhenAsked(draw: (given: never) => Promise<Uint8Array>): void {
  parentPort?.on('message', (given) => {
    // A failure ends the thread, and is thrown where the paper is waited for.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origins
    void draw(given as never).then((bytes) => parentPort?.postMessage(bytes))
  })
}
