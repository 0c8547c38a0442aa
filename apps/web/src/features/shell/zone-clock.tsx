import type { OwnProfile } from '@parley/contract/identity.ts'
import { Clock } from 'lucide-react'
import { useNow } from '../../platform/clock.ts'
import { browserZone, cityOf, clockText, shortZoneName, zoneOf } from '../../platform/time-zone.ts'

/** The viewer's own clock: every time in the portal is shown in this zone. */
export function ZoneClock({ me }: { me: OwnProfile }) {
  const now = useNow()
  const zone = zoneOf(me)
  return (
    <span title={zoneText(me, now)} className="flex items-center gap-1.5 text-label text-ink-3">
      <Clock aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">Your time:</span>
      <time dateTime={new Date(now).toISOString()} className="font-figures whitespace-nowrap">
        {clockText(zone, now)} {shortZoneName(zone, now)}
      </time>
    </span>
  )
}

/** Which zone times are shown in, and a hint where this device is set to another. */
export function zoneText(me: OwnProfile, now: number): string {
  const zone = zoneOf(me)
  const device = browserZone()
  const shown = `Times shown in ${cityOf(zone)} (${shortZoneName(zone, now)}).`
  // Two names may mean one clock (America/Detroit, America/New_York): only a real difference is told.
  const isSame = clockText(zone, now) === clockText(device, now)
  return isSame ? shown : `${shown} This device is set to ${cityOf(device)} (${shortZoneName(device, now)}).`
}
