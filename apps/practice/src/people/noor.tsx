import { Ears } from './ears.tsx'
import type { Person, Tones } from './person.ts'

const tones: Tones = {
  skin: '#c98f69',
  light: '#dba681',
  shade: '#a96f4b',
  deep: '#77452c',
  shine: '#ffe4cc',
  blush: '#c25c48',
  lip: '#a04f4a',
  lipLight: '#b9665f',
  lipLine: '#632a28',
  iris: '#6b4a22',
  lash: '#1c100c',
  brow: '#22140f',
}

const curl = { fill: 'none', stroke: '#3c261c', strokeLinecap: 'round' } as const

/** The position and radius of each curl of the bun. */
const bun = [
  [300, 106, 40],
  [262, 100, 22],
  [276, 76, 22],
  [306, 68, 22],
  [334, 80, 22],
  [344, 106, 22],
  [256, 122, 18],
  [346, 128, 18],
] as const

/** Dark curls tied up, a clinic's tunic. */
export const noor: Person = {
  id: 'noor',
  tones,
  features: {
    face: 'M195 268 C193 328 202 370 226 408 C248 440 274 458 300 458 C326 458 352 440 374 408 C398 370 407 328 405 268 C405 198 362 146 300 146 C238 146 195 198 195 268 Z',
    eyeWidth: 52,
    eyeHeight: 17.5,
    eyesApart: 51,
    crease: 7,
    lashes: 4,
    brow: { y: 255, thick: 8.5, arch: 9, long: 38 },
    noseWidth: 21,
    noseTip: 352,
    mouth: { y: 400, width: 68, upper: 9.5, lower: 13.5 },
    neck: 50,
    years: 0.08,
  },
  hairBehind: (
    <>
      {bun.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="#2a1812" />
      ))}
      <path
        d="M262 92 C266 74 286 66 304 72 M300 84 C318 78 338 86 340 104 M258 120 C254 106 268 96 282 100 M316 118 C332 116 344 124 342 136"
        {...curl}
        strokeWidth="5"
        opacity="0.9"
      />
      <path
        d="M178 262 C168 176 220 112 300 112 C380 112 432 176 422 262 C424 304 416 330 404 344 L196 344 C184 330 176 304 178 262 Z"
        fill="#261610"
      />
    </>
  ),
  body: (
    <>
      <path
        d="M48 780 C50 664 82 608 160 574 L240 528 C268 558 332 558 360 528 L440 574 C518 608 550 664 552 780 Z"
        fill="#2f7a7c"
      />
      <path
        d="M238 520 C246 566 276 606 300 628 C324 606 354 566 362 520 C352 560 248 560 238 520 Z"
        fill={tones.shade}
      />
      <path d="M238 520 C246 566 276 606 300 628 L300 646 C264 616 232 580 222 534 Z" fill="#24605f" />
      <path d="M362 520 C354 566 324 606 300 628 L300 646 C336 616 368 580 378 534 Z" fill="#1c4f4f" />
      <path
        d="M132 780 C126 712 132 668 148 630 M468 780 C474 712 468 668 452 630"
        fill="none"
        stroke="#174545"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.6"
      />
      <rect x="352" y="662" width="62" height="38" rx="5" fill="#e8efec" />
      <path d="M362 676 H402 M362 688 H390" stroke="#6d8a88" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  ears: (
    <>
      <Ears tones={tones} x={104} />
      <circle cx="192" cy="330" r="4.5" fill="#e3c07a" />
      <circle cx="408" cy="330" r="4.5" fill="#c9a25c" />
    </>
  ),
  onFace: null,
  hairBefore: (
    <>
      <defs>
        <linearGradient id="noor-hair" x1="0" x2="1" y1="0" y2="0.4">
          <stop offset="0" stopColor="#4d3225" />
          <stop offset="0.5" stopColor="#35211a" />
          <stop offset="1" stopColor="#21130e" />
        </linearGradient>
        <radialGradient id="noor-gloss">
          <stop offset="0" stopColor="#c79a7c" stopOpacity="0.3" />
          <stop offset="1" stopColor="#c79a7c" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path
        d="M186 290 C166 184 214 112 300 112 C386 112 434 184 414 290 C414 266 410 244 400 228 C388 208 368 199 342 197 C318 195 290 195 262 201 C232 207 212 222 202 240 C194 256 190 268 186 290 Z"
        fill="url(#noor-hair)"
      />
      <path
        d="M206 222 C214 176 250 136 296 124 M232 200 C246 162 272 136 306 124 M268 188 C278 160 296 138 318 126 M310 184 C312 160 314 142 318 126 M346 186 C344 160 334 140 318 126 M380 202 C374 170 352 142 322 126"
        {...curl}
        stroke="#5d3f30"
        strokeWidth="2.6"
        opacity="0.6"
      />
      <path
        d="M204 232 C190 252 200 266 190 284 C182 300 196 312 190 328 M398 224 C412 244 402 262 412 280 C420 298 406 308 410 322"
        {...curl}
        strokeWidth="4.5"
      />
      <ellipse cx="284" cy="168" rx="96" ry="30" fill="url(#noor-gloss)" transform="rotate(-8 284 168)" />
    </>
  ),
}
