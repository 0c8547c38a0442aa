import type { Tones } from './person.ts'

export function Ears({ tones, x }: { tones: Tones; x: number }) {
  return [-1, 1].map((side) => {
    const at = 300 + side * x
    return (
      <g key={side}>
        <path
          d={`M${at - side * 8} 272 C${at + side * 8} 256 ${at + side * 22} 270 ${at + side * 18} 296 C${at + side * 15} 318 ${at + side * 8} 338 ${at - side * 6} 334 Z`}
          fill={side < 0 ? tones.skin : tones.shade}
        />
        <path
          d={`M${at + side * 2} 278 C${at + side * 11} 274 ${at + side * 13} 288 ${at + side * 10} 300 C${at + side * 8} 310 ${at + side * 5} 318 ${at} 318`}
          fill="none"
          stroke={tones.deep}
          strokeWidth={2.4}
          strokeLinecap="round"
          opacity={0.55}
        />
      </g>
    )
  })
}
