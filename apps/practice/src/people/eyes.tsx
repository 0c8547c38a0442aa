import type { Expression } from './expression.ts'
import type { Person } from './person.ts'

const y = 290

export function Eyes({ person, expression }: { person: Person; expression: Expression }) {
  return (
    <>
      <Eye person={person} expression={expression} side={-1} />
      <Eye person={person} expression={expression} side={1} />
    </>
  )
}

interface One {
  person: Person
  expression: Expression
  /** -1 on the left of the picture. */
  side: -1 | 1
}

// A drawing from back to front: cut up, its parts would share every coordinate.
function Eye({ person: { id, tones, features }, expression, side }: One) {
  const { eyeWidth, eyeHeight, eyesApart, crease, lashes, years } = features
  const { lids, narrow, aside, down } = expression
  const x = 300 + side * eyesApart
  const half = eyeWidth / 2
  const [inner, outer] = [x - side * half, x + side * half]
  const low = 8.5 - 4 * narrow
  const high = -low * 0.85 + (eyeHeight + low * 0.85) * lids
  const lid = (up: number) =>
    `C${inner + side * 9} ${y + 2 - up} ${outer - side * 14} ${y - 1 - up * 1.06} ${outer} ${y - 2}`
  const back = `C${outer - side * 10} ${y + low} ${inner + side * 14} ${y + low + 1} ${inner} ${y + 3}`
  const shape = `M${inner} ${y + 3} ${lid(high)} ${back} Z`
  const fold = eyeHeight + crease
  const clip = `${id}-eye${side}`
  const [lookX, lookY] = [x + aside * 9, y - 1.5 + down * 4]
  return (
    <>
      <path
        d={`M${inner - side * 1} ${y + 2} ${lid(fold)} L${outer} ${y - 2} C${outer - side * 14} ${y - high * 1.06} ${inner + side * 9} ${y + 2 - high} ${inner} ${y + 3} Z`}
        fill={tones.shade}
        opacity={0.75}
      />
      <clipPath id={clip}>
        <path d={shape} />
      </clipPath>
      <path d={shape} fill="#f4ece3" />
      <g clipPath={`url(#${clip})`}>
        <circle cx={inner + side * 2} cy={y + 3} r={4} fill={tones.blush} opacity={0.4} />
        <circle cx={lookX} cy={lookY} r={11.4} fill={tones.lash} opacity={0.75} />
        <circle cx={lookX} cy={lookY} r={10.3} fill={tones.iris} />
        <path
          d={`M${lookX - 8} ${lookY + 3} A8.4 8.4 0 0 0 ${lookX + 8} ${lookY + 3} A12 12 0 0 1 ${lookX - 8} ${lookY + 3} Z`}
          fill="#ffffff"
          opacity={0.16}
        />
        <circle cx={lookX} cy={lookY} r={4.8} fill="#120c0a" />
        <circle cx={lookX - 3.4} cy={lookY - 3.8} r={2.5} fill="#fffaf2" opacity={0.95} />
        <circle cx={lookX + 3.6} cy={lookY + 4} r={1.2} fill="#fffaf2" opacity={0.45} />
        <path
          d={`M${inner} ${y + 3} ${lid(high)} L${outer} ${y + 1} C${outer - side * 14} ${y + 4 - high} ${inner + side * 9} ${y + 7 - high} ${inner} ${y + 6} Z`}
          fill="#1a0f0a"
          opacity={0.28}
        />
      </g>
      <path
        d={`M${inner - side * 1.5} ${y + 3.5} ${lid(high)} L${outer + side * (2 + lashes)} ${y - 4 - lashes * 0.7} C${outer - side * 12} ${y - 4 - lashes * 0.5 - high * 1.06} ${inner + side * 9} ${y + 0.5 - high} ${inner - side * 1.5} ${y + 3.5} Z`}
        fill={tones.lash}
        stroke={tones.lash}
        strokeWidth={1.4}
        strokeLinejoin="round"
      />
      <path
        d={`M${outer} ${y - 1} ${back}`}
        fill="none"
        stroke={tones.deep}
        strokeWidth={1.5}
        opacity={0.6}
      />
      <path
        d={`M${inner + side * 2} ${y - 4} C${inner + side * 10} ${y - fold} ${outer - side * 14} ${y - 3 - fold} ${outer + side * 3} ${y - 6}`}
        fill="none"
        stroke={tones.deep}
        strokeWidth={1.7}
        strokeLinecap="round"
        opacity={crease > 3 ? 0.65 : 0.28}
      />
      <path
        d={`M${inner + side * 5} ${y + 15 - narrow * 3} Q${x} ${y + 22 - narrow * 4} ${outer - side * 4} ${y + 13 - narrow * 3}`}
        fill="none"
        stroke={tones.deep}
        strokeWidth={1.8}
        strokeLinecap="round"
        opacity={0.1 + 0.25 * years + 0.12 * narrow}
      />
      <path
        d={`M${outer + side * 7} ${y - 1} l${side * 9} -4 M${outer + side * 7} ${y + 5} l${side * 10} 1 M${outer + side * 6} ${y + 10} l${side * 8} 6`}
        fill="none"
        stroke={tones.deep}
        strokeWidth={1.5}
        strokeLinecap="round"
        opacity={years * years * (0.35 + 0.5 * narrow)}
      />
      <Brow tones={tones} features={features} expression={expression} x={x} side={side} />
    </>
  )
}

function Brow({
  tones,
  features: { brow },
  expression: { browIn, browOut },
  x,
  side,
}: Pick<Person, 'tones' | 'features'> & { expression: Expression; x: number; side: -1 | 1 }) {
  const [inX, inY] = [x - side * 27, brow.y + browIn]
  const [topX, topY] = [x + side * 10, brow.y - brow.arch + browOut]
  const [outX, outY] = [x + side * brow.long, brow.y + 4 + browOut * 0.6]
  const { thick } = brow
  return (
    <path
      d={`M${inX + side} ${inY + thick * 0.6} C${inX - side * 3} ${inY + thick * 0.2} ${inX - side} ${inY - thick * 0.35} ${inX + side * 6} ${inY - thick * 0.45} Q${topX - side * 4} ${topY - thick * 0.7} ${outX} ${outY} Q${topX - side * 4} ${topY + thick * 0.55} ${inX + side} ${inY + thick * 0.6} Z`}
      fill={tones.brow}
      stroke={tones.brow}
      strokeWidth={1.5}
      strokeLinejoin="round"
      opacity={0.92}
    />
  )
}
