import type { OwnProfile } from '@parley/contract/identity.ts'
import { Globe } from 'lucide-react'
import { useNow } from '#platform/time/clock.ts'
import { browserZone, clockText } from '#platform/time/time-zone.ts'
import { zoneSource, zoneText } from '#platform/time/zone-options.ts'
import { ComboBox } from '#ui/choice/combo-box.tsx'

interface OwnZoneFieldProps {
  /** Null follows the organization, or this device if there is no organization. */
  value: string | null
  onChange: (zone: string | null) => void
  error: string | undefined
  me: OwnProfile
}

/** The zone in which all times are shown. */
export function OwnZoneField({ value, onChange, error, me }: OwnZoneFieldProps) {
  const now = useNow()
  const withClock = (zone: string) => `${zoneText(zone, now)} (now ${clockText(zone, now)})`
  const fallback = me.organization?.time_zone ?? browserZone()
  return (
    <ComboBox
      label="Time zone"
      isOptional
      icon={<Globe strokeWidth={1.75} />}
      options={zoneSource}
      value={value === null ? null : { value, label: withClock(value) }}
      placeholder={withClock(fallback)}
      onChange={(option) => onChange(option === null ? null : String(option.value))}
      error={error}
      hint={value === null ? `Same as ${me.organization ? 'your organization' : 'this device'}` : undefined}
    />
  )
}
