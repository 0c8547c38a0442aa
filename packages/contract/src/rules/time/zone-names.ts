/** The city a zone is named after: 'New York' for America/New_York. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

// Each English locale knows only the short names of its own part of the world and writes GMT+n for the rest.
const localesForNames = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA']

/** A zone's short name at an instant: 'EST', 'CET'; 'GMT+3' where English has none. */
export function shortZoneName(zone: string, at: number): string {
  const names = localesForNames.map((locale) => zonePart(locale, zone, at, 'short'))
  return names.find((name) => !isOffset(name)) ?? names[0] ?? zone
}

/** Short name and offset: 'CET, UTC+1'; the offset alone where English has no name. */
export function zoneLabel(zone: string, at: number): string {
  const name = shortZoneName(zone, at)
  if (name === 'UTC') return name
  const offset = zonePart('en-US', zone, at, 'shortOffset').replace(/^GMT$/, 'GMT+0').replace('GMT', 'UTC')
  return isOffset(name) ? offset : `${name}, ${offset}`
}

const isOffset = (name: string): boolean => /^(GMT|UTC)[+-]/.test(name)

/** Creating a formatter takes a hundred times as long as using it. There are only as many as zones in use. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function zonePart(locale: string, timeZone: string, at: number, timeZoneName: 'short' | 'shortOffset') {
  const key = `${locale} ${timeZoneName} ${timeZone}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
  formatters.set(key, formatter)
  const parts = formatter.formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
