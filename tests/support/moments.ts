const minute = 60_000

/** Moments around the present one, for journeys that run by the machine's clock. Minutes are full ones. */
const now = (): number => Math.floor(Date.now() / minute) * minute

/** So many minutes from now, as the wire writes it. */
export const inMinutes = (minutes: number): string => new Date(now() + minutes * minute).toISOString()

export const inHours = (hours: number): string => inMinutes(60 * hours)
export const inDays = (days: number): string => inHours(24 * days)
