export { cityOf, shortZoneName } from '@parley/contract/rules/zone-names.ts'

/** What the viewer's zone is taken from: the profile's, else the organization's, else the browser's. */
interface Zoned {
  time_zone: string | null
  organization: { time_zone: string } | null
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const zoneOf = (viewer: Zoned | undefined): string =>
  viewer?.time_zone ?? viewer?.organization?.time_zone ?? browserZone()

/** '9:18 AM' in a zone. */
export const clockText = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(at)
