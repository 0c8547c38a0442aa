import type { ScoredSession } from '@parley/contract/assessment/progress.ts'
import { countsText, shareOf } from '@parley/contract/rules/assessment/progress.ts'
import { shortDay } from './progress-words.ts'

const height = 190
const shares = [100, 75, 50, 25, 0]
const yOf = (share: number): number => height - (share / 100) * height

/** How many labels fit beside each other on a wide screen, and on a phone. */
const labelsWide = 12
const labelsNarrow = 5

interface ScoreChartProps {
  /** Oldest first. */
  points: readonly ScoredSession[]
  zone: string
}

/** All answered criteria, session by session. The drawing is for the eye; the table below has the same figures. */
export function ScoreChart({ points, zone }: ScoreChartProps) {
  const drawn = points.map((session, i) => ({
    id: session.id,
    x: `${(100 * (i + 0.5)) / points.length}%`,
    share: shareOf(session) ?? 0,
    day: shortDay(zone, session.start_time),
    counts: countsText(session),
    label: labelClass(points.length - 1 - i, points.length),
  }))
  return (
    <figure className="@container">
      <figcaption className="sr-only">
        {`Criteria shown, of those answered, by session. ${drawn
          .map(({ day, share, counts }) => `${day}: ${share}%, ${counts}`)
          .join('. ')}.`}
      </figcaption>
      <svg
        aria-hidden="true"
        className="mt-7 ml-11 h-54.5 w-[calc(100%-2.75rem)] overflow-visible text-micro forced-color-adjust-none @xl:text-small"
      >
        {shares.map((share) => (
          <g key={share}>
            <line x1="0" x2="100%" y1={yOf(share)} y2={yOf(share)} className="stroke-line" />
            <text x="-10" y={yOf(share) + 4} textAnchor="end" className="fill-ink-3">
              {share}%
            </text>
          </g>
        ))}
        {drawn.map(({ id, x, share }, i) => {
          const before = drawn[i - 1]
          return (
            before && (
              <line
                key={id}
                x1={before.x}
                y1={yOf(before.share)}
                x2={x}
                y2={yOf(share)}
                strokeWidth="2.5"
                strokeLinecap="round"
                className="stroke-accent"
              />
            )
          )
        })}
        {drawn.map(({ id, x, share, day, label }) => (
          <g key={id}>
            <circle cx={x} cy={yOf(share)} r="4.5" strokeWidth="2" className="fill-accent stroke-surface" />
            <g className={label}>
              <text
                x={x}
                y={yOf(share) - 11}
                textAnchor="middle"
                className="fill-ink stroke-surface font-semibold [paint-order:stroke] stroke-3"
              >
                {share}%
              </text>
              <text x={x} y={height + 24} textAnchor="middle" className="fill-ink-2">
                {day}
              </text>
            </g>
          </g>
        ))}
      </svg>
    </figure>
  )
}

/** Counted backwards from the newest point, so that it always has its label. */
function labelClass(fromEnd: number, count: number): string {
  if (fromEnd % Math.ceil(count / labelsWide) !== 0) return 'hidden'
  return fromEnd % Math.ceil(count / labelsNarrow) === 0 ? '' : '@max-xl:hidden'
}
