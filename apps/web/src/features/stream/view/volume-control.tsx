import { Volume2, VolumeX } from 'lucide-react'
import { PlainButton } from '#ui/button/button.tsx'
import { Slider } from '#ui/field/slider.tsx'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { HeaderButton, headerButtonStyles } from './application-header.tsx'

interface VolumeControlProps {
  /** From 0 to 1. */
  volume: number
  /** The browser blocks the sound until the user presses. */
  isHeld: boolean
  onVolume: (volume: number) => void
  onTurnOn: () => void
}

/** How loud the application is here; nobody else hears a difference. */
export function VolumeControl({ volume, isHeld, onVolume, onTurnOn }: VolumeControlProps) {
  if (isHeld)
    return (
      <HeaderButton act="Turn the sound of Parley on" onPress={onTurnOn}>
        <VolumeX className="text-yellow-ink" />
      </HeaderButton>
    )
  const percent = Math.round(volume * 100)
  return (
    <PopoverTrigger>
      <PlainButton aria-label={`Volume of Parley, ${percent}%`} className={headerButtonStyles}>
        {volume === 0 ? <VolumeX /> : <Volume2 />}
      </PlainButton>
      <Popover label="Volume of Parley" width="facts" placement="bottom end">
        <div className="p-4">
          <Slider
            label="Parley"
            min={0}
            max={100}
            step={5}
            value={percent}
            valueText={`${percent}%`}
            onChange={(next) => onVolume(next / 100)}
          />
          <p className="mt-1 text-label text-ink-3">Only you hear this change.</p>
        </div>
      </Popover>
    </PopoverTrigger>
  )
}
