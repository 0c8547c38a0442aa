import * as contract from '@parley/contract/content.ts'
import * as written from '@parley/contract/written.ts'
import { serve } from '#platform/http/http.ts'
import { problem } from '#platform/http/problem.ts'
import { helpFor } from './help.ts'
import { installerFor, installersOffered } from './installer.ts'

export const contentRoutes = [
  serve(contract.announcements, (ctx) => ctx.platform.texts.announcements),
  serve(contract.terms, (ctx) => ctx.platform.texts.terms),
  serve(contract.privacy, (ctx) => ctx.platform.texts.privacy),
  serve(written.help, async (ctx) => helpFor(ctx.principal, await ctx.platform.content.help())),
  serve(written.changes, (ctx) => ctx.platform.content.changes()),
  serve(written.training, (ctx) => ctx.platform.content.training()),
  serve(written.trainingMaterialText, async (ctx, { params }) =>
    found(await ctx.platform.content.material(params.tag)),
  ),
  serve(written.presentRubric, (ctx) => ctx.platform.content.rubric()),
  serve(written.contentPicture, async (ctx, { params }) =>
    found(await ctx.platform.content.picture(params.id)),
  ),
  serve(written.installers, (ctx) => installersOffered(ctx)),
  serve(written.installer, (ctx, { query }) => installerFor(ctx, query.platform)),
]

function found<T>(one: T | undefined): T {
  if (one === undefined) throw problem('not_found')
  return one
}
