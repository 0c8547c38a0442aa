/** Privilege levels. No other number is a level. */
export const levels = { Client: 0, Coach: 1, OrgAdmin: 2, Admin: 3, Super: 10 } as const

export type LevelName = keyof typeof levels
export type Privs = (typeof levels)[LevelName]

export const isAtLeast = (privs: Privs, level: LevelName): boolean => privs >= levels[level]

export const isLevel = (value: number): value is Privs => Object.values<number>(levels).includes(value)

/** Signing in to the portal needs a level above Client. */
export const maySignIn = (privs: Privs): boolean => isAtLeast(privs, 'Coach')

/** 'OrgAdmin' for 2. */
export const levelText = (privs: number): string =>
  Object.entries(levels).find(([, level]) => level === privs)?.[0] ?? String(privs)
