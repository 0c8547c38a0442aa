import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { Label } from 'react-aria-components/Label'

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** Shown at the right of the label in place of the number. */
  valueText: string
  onChange: (value: number) => void
}

/** A number in a fixed range, set by pointer or with the arrow keys. */
export const Slider = ({ label, value, min, max, step, valueText, onChange }: SliderProps) => (
  <AriaSlider
    value={value}
    minValue={min}
    maxValue={max}
    step={step}
    onChange={onChange}
    className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3"
  >
    <Label className="truncate">{label}</Label>
    <SliderOutput className="font-figures text-label text-ink-3">{valueText}</SliderOutput>
    <SliderTrack className="col-span-2 flex h-7 items-center pointer-coarse:h-11">
      {({ state }) => (
        <>
          <span className="h-1 w-full rounded-round bg-line-2" />
          <span
            className="absolute h-1 rounded-round bg-accent"
            style={{ width: `${state.getThumbPercent(0) * 100}%` }}
          />
          <SliderThumb className="top-1/2 size-4 rounded-round bg-ink outline-offset-2 outline-focus focus-visible:outline-2" />
        </>
      )}
    </SliderTrack>
  </AriaSlider>
)
