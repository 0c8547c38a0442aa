import type { OwnProfile } from '@parley/contract/identity.ts'
import { Clock, TriangleAlert } from 'lucide-react'
import { useNow } from '#platform/time/clock.ts'
import {
  browserZone,
  cityOf,
  clockText,
  deviceHint,
  shortZoneName,
  zoneOf,
} from '#platform/time/time-zone.ts'

/** The viewer's clock, in the zone of all times in the portal. It warns if the device is set to another zone. */
export function ZoneClock({ me }: { me: OwnProfile }) {
  const now = useNow()
  const zone = zoneOf(me)
  const hint = deviceHint(zone, now)
  return (
    <span title={zoneText(me, now)} className="flex items-center gap-1.5 text-label text-ink-3">
      <Clock className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">Your time:</span>
      <time dateTime={new Date(now).toISOString()} className="font-figures whitespace-nowrap">
        {clockText(zone, now)} {shortZoneName(zone, now)}
      </time>
      {hint !== undefined && (
        <span className="flex items-center gap-1 rounded-tag bg-yellow-soft px-1.5 py-0.5 text-small text-yellow-ink">
          <TriangleAlert className="size-3" strokeWidth={2} />
          <span className="sr-only">{hint}</span>
          <span aria-hidden="true" className="font-figures whitespace-nowrap">
            Device {clockText(browserZone(), now)}
          </span>
        </span>
      )}
    </span>
  )
}

/** Says in which zone times are shown, with a hint if this device is set to another. */
export function zoneText(me: OwnProfile, now: number): string {
  const zone = zoneOf(me)
  const shown = `Times shown in ${cityOf(zone)} (${shortZoneName(zone, now)}).`
  return [shown, deviceHint(zone, now)].filter(Boolean).join(' ')
}
