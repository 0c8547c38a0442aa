import { passwordFault } from '@parley/contract/rules/passwords.ts'

/** Why a password cannot be the new one. Only the server has the list of common passwords; here none counts as common. */
export const newPasswordFault = (password: string, owner: Parameters<typeof passwordFault>[1]) =>
  passwordFault(password, owner, () => false)
