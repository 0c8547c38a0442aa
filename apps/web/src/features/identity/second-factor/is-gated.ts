import type { OwnProfile } from '@parley/contract/identity.ts'

/** Whether somebody gets no further before a second factor is set up. */
export const isGated = ({ second_factor }: Pick<OwnProfile, 'second_factor'>): boolean =>
  second_factor.isRequired && !second_factor.isOn
