import type { OwnProfile } from '@parley/contract/identity.ts'

/** Whether somebody must set up a second factor before anything else. */
export const isGated = ({ second_factor }: Pick<OwnProfile, 'second_factor'>): boolean =>
  second_factor.isRequired && !second_factor.isOn
