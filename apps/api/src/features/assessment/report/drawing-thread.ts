import { drawWhenAsked } from '#platform/pdf/draw-apart.ts'
import { drawReport } from './draw-report.ts'

drawWhenAsked(drawReport)
