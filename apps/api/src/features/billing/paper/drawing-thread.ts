import { parentPort, workerData } from 'node:worker_threads'
import { drawInvoice, type DrawnInvoice } from './draw-invoice.ts'

// Given by `drawPaper`, as this very type.
// A thread has no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await drawInvoice(workerData as DrawnInvoice))
