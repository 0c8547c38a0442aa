import { measurePages } from './lighthouse.ts'
import type { MeasureOptions } from './measurement.ts'

export const about = "Lighthouse on /login and a guest's page."

export const measure = (options: MeasureOptions) => measurePages(['login-page', 'guest-page'], options)
