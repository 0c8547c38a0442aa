import { platformOf, platforms, type Platform } from '@parley/contract/rules/platforms.ts'
import type { Context } from '#platform/context.ts'
import { problem } from '#platform/problem.ts'

/** The computers that the operator has set an address for. */
export const installersOffered = ({ platform: { config } }: Context) => ({
  platforms: platforms.filter((each) => config.installers[each] !== ''),
})

/** The operator's link for a computer; the one that asks where none is named. */
export function installerFor({ agent, platform: { config } }: Context, named: Platform | undefined) {
  const platform = named ?? platformOf(agent)
  const installerLink = platform && config.installers[platform]
  if (!installerLink) throw problem('installer_not_set')
  return { installerLink }
}
