import { parentPort, workerData } from 'node:worker_threads'
import { drawReport } from './draw-report.ts'
import type { ReportFigures } from './report-figures.ts'

// Given by `drawApart`, as this very type.
// A thread has no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await drawReport(workerData as ReportFigures))
