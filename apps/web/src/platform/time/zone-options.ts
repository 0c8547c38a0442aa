import { isTimeZone } from '@parley/contract/rules/time/time-zones.ts'
import { cityOf, clockText, shortZoneName } from './time-zone.ts'

interface ZoneOption {
  value: string
  label: string
  hint: string
}

/** 'New York, EST'. */
export const zoneText = (zone: string, at: number): string => `${cityOf(zone)}, ${shortZoneName(zone, at)}`

let known: { minute: number; options: ZoneOption[] } | undefined

/** Every zone that both the browser and the server know, sorted by city, each with its current time. */
function allZones(now: number): ZoneOption[] {
  const minute = Math.floor(now / 60_000)
  if (known?.minute === minute) return known.options
  const options = Intl.supportedValuesOf('timeZone')
    .filter(isTimeZone)
    .map((zone) => ({
      value: zone,
      label: zoneText(zone, now),
      hint: `${zone.replaceAll('_', ' ')}, now ${clockText(zone, now)}`,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  known = { minute, options }
  return options
}

const shownMax = 100

/** Zones to choose from, found by city, region or short name. The list is capped; a search reaches the rest. */
export const zoneSource = {
  key: 'time-zones',
  load: (search: string): Promise<ZoneOption[]> => {
    const wanted = search.trim().toLowerCase()
    const found = allZones(Date.now()).filter(({ label, hint }) =>
      `${label} ${hint}`.toLowerCase().includes(wanted),
    )
    return Promise.resolve(found.slice(0, shownMax))
  },
}
