import { parentPort, workerData } from 'node:worker_threads'
import { drawReport } from './draw-report.ts'
import type { ReportFigures } from './report-figures.ts'

// Given by `drawApart`, as this very type.
parentPort?.postMessage(await drawReport(workerData as ReportFigures))
