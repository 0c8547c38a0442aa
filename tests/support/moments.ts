const minute = 60_000
const quarter = 15 * minute

/** So many minutes from now, on full minutes, as the wire writes it. For journeys, which run by the machine's clock. */
export const inMinutes = (minutes: number): string =>
  new Date(Math.floor(Date.now() / minute) * minute + minutes * minute).toISOString()

/** So many hours from now, on full quarters of an hour, as sessions are booked. */
export const inHours = (hours: number): string =>
  new Date(Math.floor(Date.now() / quarter) * quarter + hours * 60 * minute).toISOString()

export const inDays = (days: number): string => inHours(24 * days)

/** A zone in which it is about noon, so that an hour from now is still today. */
export function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  // These names count hours behind, not ahead.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
