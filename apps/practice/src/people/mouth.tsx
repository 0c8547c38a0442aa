import type { Expression } from './expression.ts'
import type { Person } from './person.ts'

export function Mouth({
  person: {
    tones,
    features: { mouth },
  },
  expression: { corners, wide, tight },
}: {
  person: Person
  expression: Expression
}) {
  const half = mouth.width / 2 + wide
  const [left, right] = [300 - half, 300 + half]
  const endY = mouth.y - corners
  const y = mouth.y + Math.max(0, corners) * 0.35
  const upper = mouth.upper * (1 - tight * 0.42)
  const lower = mouth.lower * (1 - tight * 0.35)
  const smile = Math.max(0, corners) / 10
  // The line of closed lips runs from corner to corner in a small wave, which a smile smooths.
  const bend = endY + (y - endY) * (0.8 + 0.15 * smile)
  const [out, dip] = [half * (0.6 + 0.1 * smile), 13 + 8 * smile]
  const wave = y - 2.5 + 2.8 * smile
  const line = `C${300 - out} ${bend} ${300 - dip} ${wave} 300 ${y + 0.5} C${300 + dip} ${wave} ${300 + out} ${bend} ${right} ${endY}`
  const lineBack = `C${300 + out} ${bend} ${300 + dip} ${wave} 300 ${y + 0.5} C${300 - dip} ${wave} ${300 - out} ${bend} ${left} ${endY}`
  return (
    <>
      <ellipse cx={300} cy={y + lower + 9} rx={24} ry={5} fill={tones.deep} opacity={0.2} />
      <path
        d={`M${left} ${endY} C${300 - half * 0.55} ${y - upper * 0.55 - 1} ${300 - 16} ${y - upper - 1} ${300 - 8} ${y - upper} Q300 ${y - upper + 4.5} ${300 + 8} ${y - upper} C${300 + 16} ${y - upper - 1} ${300 + half * 0.55} ${y - upper * 0.55 - 1} ${right} ${endY} ${lineBack} Z`}
        fill={tones.lip}
      />
      <path
        d={`M${left} ${endY} ${line} C${300 + half * 0.72} ${y + lower * 0.72} ${300 + half * 0.38} ${y + lower} 300 ${y + lower} C${300 - half * 0.38} ${y + lower} ${300 - half * 0.72} ${y + lower * 0.72} ${left} ${endY} Z`}
        fill={tones.lipLight}
      />
      <ellipse
        cx={302}
        cy={y + lower * 0.58}
        rx={half * 0.32}
        ry={lower * 0.16}
        fill="#ffffff"
        opacity={0.16}
      />
      <path
        d={`M${left - 1.5} ${endY} ${line}`}
        fill="none"
        stroke={tones.lipLine}
        strokeWidth={2.2}
        strokeLinecap="round"
      />
      {([-1, 1] as const).map((side) => (
        <path
          key={side}
          d={`M${300 + side * (half + 3)} ${endY - 4} q${side * 4} 4 ${side} 9`}
          fill="none"
          stroke={tones.deep}
          strokeWidth={1.9}
          strokeLinecap="round"
          opacity={0.22 + 0.2 * smile}
        />
      ))}
    </>
  )
}

/** The folds from the nose to the corners of the mouth, deeper with a smile and with age. */
export function Folds({
  person: {
    tones,
    features: { mouth, years, noseWidth, noseTip },
  },
  expression: { corners, wide },
}: {
  person: Person
  expression: Expression
}) {
  const smile = Math.max(0, corners) / 10
  const endY = mouth.y - corners
  return ([-1, 1] as const).map((side) => {
    const x = 300 + side * (mouth.width / 2 + wide + 10 + smile * 3)
    const wing = 300 + side * (noseWidth + 6)
    return (
      <path
        key={side}
        d={`M${wing} ${noseTip - 6} C${wing + side * 12} ${noseTip + 2} ${x - side * 2} ${endY - 26} ${x} ${endY - 10}`}
        fill="none"
        stroke={tones.deep}
        strokeWidth={2.2}
        strokeLinecap="round"
        opacity={0.03 + 0.2 * years + 0.12 * smile}
      />
    )
  })
}
