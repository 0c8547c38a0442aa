/** docs/rules.md §2: a name with `@` in it looks like an email address. */
export const looksLikeEmail = (name: string): boolean => name.includes('@')

/** Usernames are case-insensitive in the whole product. */
export const foldUsername = (name: string): string => name.trim().toLowerCase()

export const isUsername = (name: string): boolean => /^[a-z0-9._-]{3,64}$/.test(name)
