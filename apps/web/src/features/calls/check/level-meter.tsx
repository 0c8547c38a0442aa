import { Check } from 'lucide-react'
import { barsOf } from '#features/calls/devices/sound-level.ts'
import type { CheckState } from './check-state.ts'

const bars = 28

const words: Record<CheckState['hearing'], string> = {
  listening: 'Say something to test it.',
  heard: 'Say something to test it.',
  silent: "We can't hear you. Is the microphone off, or another one chosen?",
}

/** The microphone's measured level. Screen readers hear the verdict once; the bars are visual only. */
export function LevelMeter({ level, hearing }: Pick<CheckState, 'level' | 'hearing'>) {
  const lit = barsOf(level, bars)
  return (
    <div>
      <div className="grid grid-flow-col gap-1 forced-color-adjust-none">
        {Array.from({ length: bars }, (_, i) => (
          // Bars have fixed places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={i} className={`h-2.5 rounded-[2px] ${i < lit ? 'bg-green' : 'bg-line-2'}`} />
        ))}
      </div>
      <p
        aria-live="polite"
        className={`mt-1.5 flex justify-between gap-4 text-label ${hearing === 'silent' ? 'text-yellow-ink' : 'text-ink-3'}`}
      >
        {words[hearing]}
        {hearing === 'heard' && (
          <span className="flex items-center gap-1.5 font-medium text-green-ink">
            <Check className="size-4" />
            We hear you
          </span>
        )}
      </p>
    </div>
  )
}
