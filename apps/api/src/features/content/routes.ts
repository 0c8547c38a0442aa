import * as contract from '@parley/contract/content.ts'
import { serve } from '#platform/http.ts'
import { problem } from '#platform/problem.ts'
import { helpFor } from './help.ts'
import { installerFor } from './installer.ts'

export const contentRoutes = [
  serve(contract.announcements, (ctx) => ctx.platform.texts.announcements),
  serve(contract.terms, (ctx) => ctx.platform.texts.terms),
  serve(contract.privacy, (ctx) => ctx.platform.texts.privacy),
  serve(contract.help, async (ctx) => helpFor(ctx.principal, await ctx.platform.content.help())),
  serve(contract.changes, (ctx) => ctx.platform.content.changes()),
  serve(contract.training, (ctx) => ctx.platform.content.training()),
  serve(contract.trainingMaterialText, async (ctx, { params }) =>
    found(await ctx.platform.content.material(params.tag)),
  ),
  serve(contract.rubric, (ctx) => ctx.platform.content.rubric()),
  serve(contract.contentPicture, async (ctx, { params }) =>
    found(await ctx.platform.content.picture(params.id)),
  ),
  serve(contract.installer, (ctx, { query }) => installerFor(ctx, query.platform)),
]

function found<T>(one: T | undefined): T {
  if (one === undefined) throw problem('not_found')
  return one
}
