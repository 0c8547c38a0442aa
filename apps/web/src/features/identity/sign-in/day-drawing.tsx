const hour = { top: 104, height: 66, first: 7 }
const coach = { x: 84, width: 168 }
const client = { x: 308, width: 168 }
const quiet = {
  coach: [
    [7.5, 8.5],
    [11.25, 12.25],
    [14, 15],
    [16.5, 17.25],
  ],
  client: [
    [7.25, 8.25],
    [11.25, 12.5],
  ],
} as const
const call = [9.5, 10.5] as const
const now = 9.3

const yOf = (time: number) => hour.top + (time - hour.first) * hour.height
const hourName = (time: number) => `${time % 12 === 0 ? 12 : time % 12} ${time % 24 < 12 ? 'AM' : 'PM'}`

/** A day in New York beside the same day in Berlin, and the call in which they meet. It is decoration, without a name. */
export function DayDrawing() {
  const hours = Array.from({ length: 12 }, (_, index) => hour.first + index)
  return (
    <svg
      viewBox="0 0 560 900"
      aria-hidden="true"
      className="h-full max-h-[60rem] w-full font-figures text-label"
    >
      <g className="fill-ink font-semibold" textAnchor="middle">
        <text x={coach.x + coach.width / 2} y="62">
          New York
        </text>
        <text x={client.x + client.width / 2} y="62">
          Berlin
        </text>
      </g>
      {hours.map((time) => (
        <g key={time} className="fill-ink-3">
          <line x1="73" x2="489" y1={yOf(time)} y2={yOf(time)} className="stroke-line" strokeWidth="1.5" />
          <text x="61" y={yOf(time) + 4.5} textAnchor="end">
            {hourName(time)}
          </text>
          <text x="501" y={yOf(time) + 4.5}>
            {hourName(time + 6)}
          </text>
        </g>
      ))}
      {quiet.coach.map((span) => (
        <Block key={span[0]} lane={coach} span={span} className="fill-lane-coach-soft" />
      ))}
      {quiet.client.map((span) => (
        <Block key={span[0]} lane={client} span={span} className="fill-lane-client-soft" />
      ))}
      <line
        x1={coach.x + coach.width}
        x2={client.x}
        y1={yOf(10)}
        y2={yOf(10)}
        className="stroke-ink-2"
        strokeWidth="1.5"
        strokeDasharray="3 3"
      />
      <Call lane={coach} times="9:30 – 10:30 AM" className="fill-lane-coach" />
      <Call lane={client} times="3:30 – 4:30 PM" className="fill-lane-client" />
      <line x1="73" x2="489" y1={yOf(now)} y2={yOf(now)} className="stroke-red" strokeWidth="1.5" />
      <circle cx="73" cy={yOf(now)} r="4" className="fill-red" />
    </svg>
  )
}

interface BlockProps {
  lane: { x: number; width: number }
  span: readonly [number, number]
  className: string
}

const Block = ({ lane, span: [from, until], className }: BlockProps) => (
  <rect
    x={lane.x}
    width={lane.width}
    y={yOf(from)}
    height={(until - from) * hour.height}
    rx="6"
    className={className}
  />
)

const Call = ({ lane, times, className }: Omit<BlockProps, 'span'> & { times: string }) => (
  <g className="fill-on-accent">
    <Block lane={lane} span={call} className={className} />
    <text x={lane.x + 14} y={yOf(call[0]) + 27} className="font-semibold">
      Values in practice
    </text>
    <text x={lane.x + 14} y={yOf(call[0]) + 47}>
      {times}
    </text>
  </g>
)
