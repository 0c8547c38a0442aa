import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

/** The largest document takes a second or two. One that takes longer than this never ends. */
const drawsWithinMs = 30_000
/** A page takes 0.7 s including the start of a thread, and 0.3 s without it. An idle thread holds about 100 MB. */
const staysMs = 60_000

interface Thread {
  worker: Worker
  /** Ends the thread after it has been idle for a while. */
  leaving: NodeJS.Timeout
}

const threads = new Map<string, Thread>()
/** The newest drawing of each kind, whether it succeeds or fails. */
const newest = new Map<string, Promise<unknown>>()

/** Draws in a worker thread, so that no other request waits. Drawings of one kind run one after the other. */
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
    // The thread posts only the bytes. An error in it ends the thread and rejects here.
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

/** The thread's side: draws what `drawApart` posts. */
export function drawWhenAsked(draw: (given: never) => Promise<Uint8Array>): void {
  parentPort?.on('message', (given) => {
    // A failure ends the thread, and `drawNext` rejects.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origins
    void draw(given as never).then((bytes) => parentPort?.postMessage(bytes))
  })
}
