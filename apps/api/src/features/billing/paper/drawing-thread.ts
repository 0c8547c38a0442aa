import { drawWhenAsked } from '#platform/pdf/draw-apart.ts'
import { drawInvoice } from './draw-invoice.ts'

drawWhenAsked(drawInvoice)
