import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Draws in a thread of its own: it takes a quarter of a second and more, for which nobody else's call waits. */
export async function drawApart(thread: URL, figures: unknown): Promise<Buffer> {
  const worker = new Worker(thread, { workerData: figures })
  // What the thread throws is thrown here; it posts nothing but the bytes.
  const [bytes] = (await once(worker, 'message')) as [Uint8Array]
  return Buffer.from(bytes)
}
