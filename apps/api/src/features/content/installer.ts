import { platformOf, platforms, type Platform } from '@parley/contract/rules/platforms.ts'
import type { Context } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'

/** The platforms for which the operator has set an address. */
export const installersOffered = ({ platform: { config } }: Context) => ({
  platforms: platforms.filter((each) => config.installers[each] !== ''),
})

/** The operator's link for a platform; if none is named, for the one that the request comes from. */
export function installerFor({ agent, platform: { config } }: Context, named: Platform | undefined) {
  const platform = named ?? platformOf(agent)
  const installerLink = platform && config.installers[platform]
  if (!installerLink) throw problem('installer_not_set')
  return { installerLink }
}
