import type { OwnProfile } from '@parley/contract/identity.ts'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'

/** 'Coach at Northlight Leadership Partners'. */
export function roleText({ privs, organization }: Pick<OwnProfile, 'privs' | 'organization'>): string {
  // `Object.keys` loses the keys' own type.
  const level = (Object.keys(levels) as LevelName[]).find((name) => levels[name] === privs)
  return organization ? `${level} at ${organization.displayName}` : `${level}, all organizations`
}

/** Whether somebody must set up a second factor before anything else. */
export const isGated = ({ second_factor }: Pick<OwnProfile, 'second_factor'>): boolean =>
  second_factor.isRequired && !second_factor.isOn
