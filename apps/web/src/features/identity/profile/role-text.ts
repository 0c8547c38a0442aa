import type { OwnProfile } from '@parley/contract/identity.ts'
import { levels, type LevelName } from '@parley/contract/rules/levels.ts'

/** 'Coach at Northlight Leadership Partners'. */
export function roleText({ privs, organization }: Pick<OwnProfile, 'privs' | 'organization'>): string {
  // `Object.keys` loses the keys' own type.
  const level = (Object.keys(levels) as LevelName[]).find((name) => levels[name] === privs)
  return organization ? `${level} at ${organization.displayName}` : `${level}, all organizations`
}
