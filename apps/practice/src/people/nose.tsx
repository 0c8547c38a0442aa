import type { Person } from './person.ts'

export function Nose({ person: { id, tones, features } }: { person: Person }) {
  const { noseWidth: wide, noseTip: tip } = features
  return (
    <>
      <path
        d={`M287 266 C288 296 284 318 ${300 - wide * 0.62} ${tip - 14} C${300 - wide * 0.5} ${tip - 4} 292 ${tip - 2} 294 ${tip - 12} C296 316 295 292 293 268 Z`}
        fill={tones.deep}
        opacity={0.16}
      />
      <path
        d={`M304 270 C305 300 307 322 308 ${tip - 16} C306 ${tip - 8} 300 ${tip - 8} 299 ${tip - 16} C299 320 299 296 299 270 Z`}
        fill={tones.light}
        opacity={0.35}
      />
      <ellipse cx={302} cy={tip - 10} rx={wide * 0.5} ry={11} fill={`url(#${id}-shine)`} />
      {([-1, 1] as const).map((side) => (
        <g key={side}>
          <ellipse
            cx={300 + side * wide * 0.48}
            cy={tip + 3.5}
            rx={wide * 0.24}
            ry={3}
            fill={tones.lipLine}
            opacity={0.6}
            transform={`rotate(${side * -14} ${300 + side * wide * 0.48} ${tip + 3})`}
          />
          <path
            d={`M${300 + side * (wide - 3)} ${tip - 13} C${300 + side * (wide + 4)} ${tip - 8} ${300 + side * (wide + 3)} ${tip + 4} ${300 + side * (wide - 6)} ${tip + 3}`}
            fill="none"
            stroke={tones.deep}
            strokeWidth={2.2}
            strokeLinecap="round"
            opacity={0.6}
          />
        </g>
      ))}
      <path
        d={`M${300 - wide * 0.3} ${tip + 5} Q300 ${tip + 9} ${300 + wide * 0.3} ${tip + 5}`}
        fill="none"
        stroke={tones.deep}
        strokeWidth={2}
        strokeLinecap="round"
        opacity={0.5}
      />
      <path d={`M296 ${tip + 15} Q300 ${tip + 22} 304 ${tip + 15}`} fill={tones.deep} opacity={0.12} />
    </>
  )
}
