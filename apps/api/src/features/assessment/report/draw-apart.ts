import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportFigures } from './report-figures.ts'

/** The same in a thread of its own: it takes a quarter of a second and more, for which nobody else's call waits. */
export async function drawApart(figures: ReportFigures): Promise<Buffer> {
  const thread = new Worker(new URL('./drawing-thread.ts', import.meta.url), { workerData: figures })
  // What the thread throws is thrown here; it posts nothing but the bytes.
  const [bytes] = (await once(thread, 'message')) as [Uint8Array]
  return Buffer.from(bytes)
}
