import { Globe } from 'lucide-react'
import { useNow } from '#platform/time/clock.ts'
import { zoneSource, zoneText } from '#platform/time/zone-options.ts'
import { ComboBox } from '#ui/choice/combo-box.tsx'

interface ZoneFieldProps {
  value: string
  onChange: (zone: string) => void
  error?: string | undefined
  hint?: string
}

/** The zone of everybody in the organization who has not chosen their own. */
export function ZoneField({ value, onChange, error, hint }: ZoneFieldProps) {
  const now = useNow()
  return (
    <ComboBox
      label="Time zone"
      icon={<Globe strokeWidth={1.75} />}
      options={zoneSource}
      value={{ value, label: zoneText(value, now) }}
      onChange={(option) => option && onChange(String(option.value))}
      error={error}
      hint={hint}
    />
  )
}
