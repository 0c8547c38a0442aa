/** Mistakes that change nothing anybody could notice, each with its reason. They are not counted. */
export const survivorsWithReason: { path: string; about: string; reason: string }[] = []
