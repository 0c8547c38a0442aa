import type { ReactNode } from 'react'

const size = { width: 84, height: 28 }
const gap = 3

interface BarsProps {
  values: readonly number[]
  /** The same figures in words, for screen readers. */
  text: string
}

/** A few bars, the last of them for the present. Zero is a thin line, so that its place can be seen. */
export function Bars({ values, text }: BarsProps) {
  const highest = Math.max(...values, 1)
  const width = (size.width - gap * (values.length - 1)) / values.length
  return (
    <Chart text={text}>
      {values.map((value, i) => {
        const height = Math.max(1.5, (value / highest) * size.height)
        return (
          <rect
            // Bars never change places.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            x={i * (width + gap)}
            y={size.height - height}
            width={width}
            height={height}
            rx={Math.min(2, height / 2)}
            className={i === values.length - 1 ? 'fill-accent' : 'fill-accent-line'}
          />
        )
      })}
    </Chart>
  )
}

interface LineChartProps {
  /** From 0 to 100; undefined if there was nothing to count. */
  values: readonly (number | undefined)[]
  text: string
}

const inset = 3

/** A line through the known values, with a dot at its end. */
export function LineChart({ values, text }: LineChartProps) {
  const step = values.length > 1 ? (size.width - 2 * inset) / (values.length - 1) : 0
  const known = values.flatMap((value, i) => (value === undefined ? [] : [{ x: inset + i * step, value }]))
  const last = known.at(-1)
  if (!last) return null
  const [low, high] = [
    Math.min(...known.map(({ value }) => value)),
    Math.max(...known.map(({ value }) => value)),
  ]
  const y = (value: number) =>
    high === low
      ? size.height / 2
      : size.height - inset - ((value - low) / (high - low)) * (size.height - 2 * inset)
  return (
    <Chart text={text}>
      {known.length > 1 && (
        <polyline
          points={known.map(({ x, value }) => `${x},${y(value)}`).join(' ')}
          fill="none"
          strokeWidth="1.5"
          strokeLinejoin="round"
          className="stroke-accent"
        />
      )}
      <circle cx={last.x} cy={y(last.value)} r="3" className="fill-accent" />
    </Chart>
  )
}

/** The drawing is decorative; screen readers read the figures. */
const Chart = ({ text, children }: { text: string; children: ReactNode }) => (
  <>
    <span className="sr-only">{text}</span>
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="h-7 w-21 shrink-0 forced-color-adjust-none"
    >
      {children}
    </svg>
  </>
)
