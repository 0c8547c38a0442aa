export const passwordLength = { min: 12, max: 128 } as const

interface Owner {
  username: string
  first_name: string
  last_name: string
}

/**
 * Why a password is refused, or undefined (docs/rules.md §2). Only the server has the list of common passwords and passes
 * its own look-up; the web passes one that always says no.
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

/** The strength of a password, in four steps. Only advice: a password that `passwordFault` refuses is never above 1. */
export function passwordStrength(password: string, fault: string | undefined): 0 | 1 | 2 | 3 | 4 {
  const signs = Array.from(password)
  if (signs.length === 0) return 0
  if (fault !== undefined) return 1
  const worth = worthOf(signs)
  if (worth < 8) return 1
  if (worth < 14) return 2
  return worth < 20 ? 3 : 4
}

/** Counts characters that neither repeat nor continue the one before ('aaaa', '1234', 'dcba'), each at most three times. */
function worthOf(signs: readonly string[]): number {
  const counts = new Map<string, number>()
  return signs.filter((sign, i) => {
    const step = (sign.codePointAt(0) ?? 0) - (signs[i - 1]?.codePointAt(0) ?? Number.NaN)
    const count = (counts.get(sign) ?? 0) + 1
    counts.set(sign, count)
    return Math.abs(step) !== 1 && step !== 0 && count <= 3
  }).length
}
