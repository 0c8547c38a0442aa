import * as contract from '@parley/contract/content.ts'
import { serve } from '#platform/http.ts'

export const contentRoutes = [
  serve(contract.announcements, (ctx) => ctx.platform.texts.announcements),
  serve(contract.terms, (ctx) => ctx.platform.texts.terms),
  serve(contract.privacy, (ctx) => ctx.platform.texts.privacy),
]
