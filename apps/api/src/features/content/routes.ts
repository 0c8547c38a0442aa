import * as contract from '@parley/contract/content.ts'
import { serve } from '#platform/http.ts'
import { problem } from '#platform/problem.ts'
import { helpFor } from './help.ts'
import { installerFor } from './installer.ts'

export const contentRoutes = [
  serve(contract.announcements, (ctx) => ctx.platform.texts.announcements),
  serve(contract.terms, (ctx) => ctx.platform.texts.terms),
  serve(contract.privacy, (ctx) => ctx.platform.texts.privacy),
  serve(contract.help, (ctx) => helpFor(ctx.principal, ctx.platform.texts.content.help)),
  serve(contract.changes, (ctx) => ctx.platform.texts.content.changes),
  serve(contract.training, (ctx) => ctx.platform.texts.content.training),
  serve(contract.trainingMaterialText, (ctx, { params }) => {
    const text = ctx.platform.texts.content.trainingTexts.get(params.tag)
    if (!text) throw problem('not_found')
    return text
  }),
  serve(contract.rubric, (ctx) => ctx.platform.texts.content.rubric),
  serve(contract.installer, (ctx, { query }) => installerFor(ctx, query.platform)),
]
