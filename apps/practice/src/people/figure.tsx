import type { Expression } from './expression.ts'
import { Eyes } from './eyes.tsx'
import { Folds, Mouth } from './mouth.tsx'
import { Nose } from './nose.tsx'
import type { Person } from './person.ts'

/** A person from the head to the table, 600 by 760. Body and head are apart, so that each may breathe on its own. */
export function Figure({ person, expression }: { person: Person; expression: Expression }) {
  const { id, tones, features, hairBehind, body } = person
  const [left, right] = [300 - features.neck, 300 + features.neck]
  const { turn, sink, tilt } = expression
  const head = `translate(${turn * 0.5} ${sink}) rotate(${tilt} 300 450)`
  return (
    <>
      <defs>
        <linearGradient id={`${id}-skin`} x1="0" x2="1" y1="0.1" y2="0.35">
          <stop offset="0" stopColor={tones.light} />
          <stop offset="0.42" stopColor={tones.skin} />
          <stop offset="1" stopColor={tones.shade} />
        </linearGradient>
        <linearGradient id={`${id}-neck`} gradientUnits="userSpaceOnUse" x1="300" x2="300" y1="440" y2="540">
          <stop offset="0" stopColor={tones.deep} />
          <stop offset="0.3" stopColor={tones.deep} />
          <stop offset="1" stopColor={tones.shade} />
        </linearGradient>
        <radialGradient id={`${id}-blush`}>
          <stop offset="0" stopColor={tones.blush} stopOpacity="0.3" />
          <stop offset="1" stopColor={tones.blush} stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}-shine`}>
          <stop offset="0" stopColor={tones.shine} stopOpacity="0.34" />
          <stop offset="1" stopColor={tones.shine} stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}-hollow`}>
          <stop offset="0" stopColor={tones.deep} stopOpacity="0.34" />
          <stop offset="1" stopColor={tones.deep} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-edge`} x1="0" x2="1" y1="0" y2="0">
          <stop offset="0.62" stopColor={tones.deep} stopOpacity="0" />
          <stop offset="1" stopColor={tones.deep} stopOpacity="0.55" />
        </linearGradient>
      </defs>
      <g className="breathes-above">
        <g transform={`${head} translate(${-turn * 0.35} 0)`}>{hairBehind}</g>
      </g>
      <g className="breathes">
        <path
          d={`M${left} 390 C${left} 456 ${left - 1} 484 ${left - 13} 514 V660 H${right + 13} V514 C${right + 1} 484 ${right} 456 ${right} 390 Z`}
          fill={`url(#${id}-neck)`}
        />
        <g transform="translate(0 -14)">{body}</g>
      </g>
      <g className="breathes-above">
        <g transform={head}>
          <Head person={person} expression={expression} />
        </g>
      </g>
    </>
  )
}

function Head({ person, expression }: { person: Person; expression: Expression }) {
  const { id, features, ears, onFace, hairBefore } = person
  const { turn, corners } = expression
  const smile = Math.max(0, corners)
  return (
    <>
      <g transform={`translate(${-turn * 0.4} 0)`}>{ears}</g>
      <path d={features.face} fill={`url(#${id}-skin)`} />
      <path d={features.face} fill={`url(#${id}-edge)`} />
      <g transform={`translate(${turn} 0)`}>
        <Folds person={person} expression={expression} />
      </g>
      {onFace}
      <g transform={`translate(${turn} 0)`}>
        <ellipse cx={300 - features.eyesApart} cy={284} rx={42} ry={26} fill={`url(#${id}-hollow)`} />
        <ellipse cx={300 + features.eyesApart} cy={284} rx={42} ry={26} fill={`url(#${id}-hollow)`} />
        <ellipse cx={236} cy={346 - smile * 0.5} rx={38} ry={27} fill={`url(#${id}-blush)`} />
        <ellipse cx={364} cy={346 - smile * 0.5} rx={38} ry={27} fill={`url(#${id}-blush)`} />
        <ellipse cx={246} cy={322} rx={30} ry={14} fill={`url(#${id}-shine)`} opacity={0.5} />
        <ellipse cx={292} cy={222} rx={60} ry={30} fill={`url(#${id}-shine)`} opacity={0.7} />
        <ellipse cx={300} cy={436} rx={28} ry={14} fill={`url(#${id}-shine)`} opacity={0.7} />
        <Nose person={person} />
        <Eyes person={person} expression={expression} />
        <Mouth person={person} expression={expression} />
      </g>
      <g transform={`translate(${turn * 0.3} 0)`}>{hairBefore}</g>
    </>
  )
}
