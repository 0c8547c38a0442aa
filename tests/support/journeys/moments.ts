const minute = 60_000
const quarter = 15 * minute

/** That many minutes from now, on a full minute, as an ISO string. For journeys, which use the machine's clock. */
export const inMinutes = (minutes: number): string =>
  new Date(Math.floor(Date.now() / minute) * minute + minutes * minute).toISOString()

/** That many hours from now, on a full quarter of an hour, as sessions are booked. */
export const inHours = (hours: number): string =>
  new Date(Math.floor(Date.now() / quarter) * quarter + hours * 60 * minute).toISOString()

export const inDays = (days: number): string => inHours(24 * days)

/** A time zone in which it is about noon, so that an hour from now is still today. */
export function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  // The signs of Etc/GMT names are reversed: Etc/GMT-3 is three hours ahead.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
