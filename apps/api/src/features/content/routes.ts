import * as contract from '@parley/contract/content/content.ts'
import * as written from '@parley/contract/content/written.ts'
import { serve } from '#platform/http/http.ts'
import { problem } from '#platform/http/problem.ts'
import type { HelpItems } from '@parley/contract/content/written.ts'
import type { Principal, Context } from '#platform/process/context.ts'
import { platformOf, platforms, type Platform } from '@parley/contract/rules/platforms.ts'

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

/** Made once for each set of texts, because a cached answer is recognized by being the same object. */
const forVisitors = new WeakMap<HelpItems, HelpItems>()

/** Visitors who are not signed in read what is written for clients, and nothing else. */
function helpFor({ kind }: Principal, all: HelpItems): HelpItems {
  if (kind === 'person') return all
  const known = forVisitors.get(all)
  if (known) return known
  const open = { items: all.items.filter(({ fields }) => fields.sourceName === 'Client') }
  forVisitors.set(all, open)
  return open
}

/** The platforms for which the operator has set an address. */
const installersOffered = ({ platform: { config } }: Context) => ({
  platforms: platforms.filter((each) => config.installers[each] !== ''),
})

/** The operator's link for a platform; if none is named, for the one that the request comes from. */
function installerFor({ agent, platform: { config } }: Context, named: Platform | undefined) {
  const platform = named ?? platformOf(agent)
  const installerLink = platform && config.installers[platform]
  if (!installerLink) throw problem('installer_not_set')
  return { installerLink }
}
