import type { OwnProfile } from '@parley/contract/identity.ts'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import { signOut } from '#platform/sign-in/sign-in.ts'
import { toast } from '#ui/overlay/toast.ts'

export { WorkingWeek } from './profile/working-week.tsx'

/** Logout. Once the token is gone, session-end.ts leads the page to /login. */
export async function logOut(): Promise<void> {
  const reach = await signOut()
  if (reach === 'only-here') {
    toast.error('Signed out on this device only', "Parley didn't answer. Your sign-in will expire later.")
  }
}

/** 'Coach at Northlight Leadership Partners'. */
export function roleText({ privs, organization }: Pick<OwnProfile, 'privs' | 'organization'>): string {
  // `Object.keys` loses the keys' own type.
  const level = (Object.keys(levels) as LevelName[]).find((name) => levels[name] === privs)
  return organization ? `${level} at ${organization.displayName}` : `${level}, all organizations`
}

/** Whether somebody must set up a second factor before anything else. */
export const isGated = ({ second_factor }: Pick<OwnProfile, 'second_factor'>): boolean =>
  second_factor.isRequired && !second_factor.isOn
