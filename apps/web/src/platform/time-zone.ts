/** What the viewer's zone is taken from: the profile's, else the organization's, else the browser's. */
interface Zoned {
  time_zone: string | null
  organization: { time_zone: string } | null
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const zoneOf = (viewer: Zoned | undefined): string =>
  viewer?.time_zone ?? viewer?.organization?.time_zone ?? browserZone()

/** The city a zone is named after: 'New York' for America/New_York. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

// Each English locale knows the short names of its own part of the world and writes GMT+n for the rest.
const localesForNames = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA']

/** A zone's short name at an instant: 'EST', 'CET'; 'GMT+3' where English has none. */
export function shortZoneName(zone: string, at: number): string {
  const names = localesForNames.map((locale) => zonePart(locale, zone, at))
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? zone
}

function zonePart(locale: string, timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** '9:18 AM' in a zone. */
export const clockText = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(at)
