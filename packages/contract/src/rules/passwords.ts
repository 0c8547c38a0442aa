export const passwordLength = { min: 12, max: 128 } as const

interface Owner {
  username: string
  first_name: string
  last_name: string
}

/**
 * Why a password is refused, or undefined (docs/rules.md §2). The list of the commonest ones is the server's,
 * which passes its own look-up; the web passes one that knows none.
 */
export function passwordFault(
  password: string,
  owner: Owner,
  isCommon: (folded: string) => boolean,
): string | undefined {
  const length = Array.from(password).length
  if (length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`
  if (length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`
  const folded = password.toLowerCase()
  const held = [owner.username, owner.first_name, owner.last_name].find(
    (name) => name.trim().length >= 3 && folded.includes(name.trim().toLowerCase()),
  )
  if (held) return 'Leave your username and your names out of the password.'
  if (isCommon(folded)) return 'This password is one of the most common ones. Choose another.'
  return undefined
}
