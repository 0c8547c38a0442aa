import { measurePages } from './lighthouse.ts'
import type { MeasureOptions } from './measurement.ts'

export const about = 'Lighthouse on Help, Training and Update notes.'

export const measure = (options: MeasureOptions) =>
  measurePages(['update-notes', 'help', 'training'], options)
