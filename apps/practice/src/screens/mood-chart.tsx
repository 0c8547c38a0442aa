import './mood-chart.css'
import type { Marked } from '../look-back.ts'
import { steps } from '../mood.ts'

interface MoodChartProps {
  label: string
  took: string
  /** At the end of each turn. */
  moods: readonly number[]
  marked: readonly Marked[]
}

const size = { width: 700, height: 124, left: 10, right: 592, top: 12, step: 20 } as const

/** Each step's label is at the middle of its range. The first and last ranges are wider, so their points are closer. */
function heightOf(mood: number): number {
  const step =
    mood < 3.5 ? -0.5 + (mood + 10) / 13.5 : mood > 18.5 ? 3.5 + (mood - 18.5) / 11.5 : (mood - 1) / 5
  return size.top + (steps.length - 1 - step) * size.step
}

export function MoodChart({ label, took, moods, marked }: MoodChartProps) {
  const points = moods.map((mood, i) => ({
    turn: i + 1,
    x: size.left + ((size.right - size.left) * i) / Math.max(1, moods.length - 1),
    y: heightOf(mood),
    mark: marked.find(({ turn }) => turn === i + 1),
  }))
  return (
    <figure className="chart">
      <figcaption>
        <span>{label}</span>
        <span>{took}</span>
      </figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        {steps.map((step, i) => {
          const y = size.top + (steps.length - 1 - i) * size.step
          return (
            <g key={step}>
              <path className="grid" d={`M0 ${y} H${size.right + 14}`} />
              <text x={size.width} y={y + 4} textAnchor="end">
                {step}
              </text>
            </g>
          )
        })}
        <path className="way" d={`M${points.map(({ x, y }) => `${x} ${y}`).join(' L')}`} />
        {points.map(({ turn, x, y, mark }) => (
          <g key={turn}>
            <circle cx={x} cy={y} r={mark ? 6 : 3.2} className={mark?.rises ? 'rose' : undefined} />
            <text x={x} y={size.height - 3} textAnchor="middle">
              {turn}
            </text>
          </g>
        ))}
      </svg>
      <p className="unseen">{inWords(moods)}</p>
    </figure>
  )
}

const inWords = (moods: readonly number[]): string =>
  moods
    .map((mood, i) => `Turn ${i + 1}: ${steps[Math.min(4, Math.max(0, Math.round((mood - 1) / 5)))]}`)
    .join(', ')
