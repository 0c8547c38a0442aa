import { readFileSync } from 'node:fs'
import { passwordFault } from '@parley/contract/rules/passwords.ts'
import { problem } from '#platform/http/problem.ts'

const commonPasswords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** Throws if docs/rules.md §2 does not allow the password. `path` names the form field. */
export function checkNewPassword(
  password: string,
  owner: Parameters<typeof passwordFault>[1],
  path: 'password' | 'newPassword',
): void {
  const message = passwordFault(password, owner, (folded) => commonPasswords.has(folded))
  if (message) throw problem('password_weak', { faults: [{ path, message }] })
}
