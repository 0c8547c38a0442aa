import { Ears } from './ears.tsx'
import type { Person, Tones } from './person.ts'

const tones: Tones = {
  skin: '#dcb08a',
  light: '#ebc5a2',
  shade: '#c08f68',
  deep: '#8f603f',
  shine: '#fff3e4',
  blush: '#d0755c',
  lip: '#a9594f',
  lipLight: '#c07468',
  lipLine: '#6f352d',
  iris: '#3b2417',
  lash: '#1f1411',
  brow: '#2d221e',
}

const silver = { fill: 'none', stroke: '#b9b2ab', strokeLinecap: 'round' } as const

/** Dark hair with silver in it, tied back; a cook's white jacket. */
export const meiLing: Person = {
  id: 'mei-ling',
  tones,
  features: {
    face: 'M191 268 C187 326 193 372 216 408 C240 440 270 454 300 454 C330 454 360 440 384 408 C407 372 413 326 409 268 C409 198 366 148 300 148 C234 148 191 198 191 268 Z',
    eyeWidth: 48,
    eyeHeight: 14,
    eyesApart: 53,
    crease: 3,
    lashes: 2,
    brow: { y: 256, thick: 6, arch: 7, long: 37 },
    noseWidth: 22,
    noseTip: 348,
    mouth: { y: 396, width: 66, upper: 7.5, lower: 11.5 },
    neck: 52,
    years: 0.6,
  },
  hairBehind: (
    <>
      <path
        d="M300 112 C216 110 172 168 177 260 C176 306 182 340 194 366 L406 366 C418 340 424 306 423 260 C428 168 384 110 300 112 Z"
        fill="#1d1513"
      />
    </>
  ),
  body: (
    <>
      <path
        d="M36 780 C38 662 72 604 154 570 L240 526 C268 552 332 552 360 526 L446 570 C528 604 562 662 564 780 Z"
        fill="#e6ddd0"
      />
      <path
        d="M446 570 C528 604 562 662 564 780 L420 780 C430 700 440 640 430 562 Z"
        fill="#cdc1b2"
        opacity="0.8"
      />
      <path
        d="M240 500 C232 520 230 540 236 556 L300 606 L364 556 C370 540 368 520 360 500 C352 534 330 552 300 556 C270 552 248 534 240 500 Z"
        fill="#f3ece1"
      />
      <path
        d="M240 500 C248 534 270 552 300 556 C330 552 352 534 360 500"
        fill="none"
        stroke="#35506b"
        strokeWidth="5"
      />
      <path d="M236 556 L300 606 L364 556" fill="none" stroke="#b9ab9a" strokeWidth="3" />
      <path d="M300 606 C276 650 264 714 262 780" fill="none" stroke="#b9ab9a" strokeWidth="3.5" />
      {[640, 690, 740].map((y) => (
        <g key={y} fill="#35506b">
          <circle cx={268 - (y - 640) * 0.08} cy={y} r="6.5" />
          <circle cx={340 - (y - 640) * 0.02} cy={y} r="6.5" />
        </g>
      ))}
      <path
        d="M120 780 C114 712 120 664 138 628 M480 780 C486 712 480 664 462 628"
        fill="none"
        stroke="#a5978a"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.7"
      />
    </>
  ),
  ears: (
    <>
      <Ears tones={tones} x={106} />
      <circle cx="190" cy="331" r="4" fill="#e9e2d6" />
      <circle cx="410" cy="331" r="4" fill="#cfc6b8" />
    </>
  ),
  onFace: null,
  hairBefore: (
    <>
      <defs>
        <linearGradient id="mei-ling-hair" x1="0" x2="1" y1="0" y2="0.35">
          <stop offset="0" stopColor="#463632" />
          <stop offset="0.45" stopColor="#2c211e" />
          <stop offset="1" stopColor="#1a1210" />
        </linearGradient>
      </defs>
      <path
        d="M184 288 C168 182 214 112 300 112 C386 112 432 182 416 288 C416 264 410 248 402 236 C388 202 340 178 276 167 C238 177 208 204 198 236 C190 250 186 264 184 288 Z"
        fill="url(#mei-ling-hair)"
      />
      <path
        d="M272 154 C262 140 264 124 276 116"
        fill="none"
        stroke="#6d554c"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.7"
      />
      <path
        d="M280 150 C336 158 384 182 402 218 M290 142 C340 148 388 174 406 206 M270 152 C238 162 212 186 200 216"
        {...silver}
        strokeWidth="2.4"
        opacity="0.55"
      />
      <path
        d="M298 132 C342 138 386 160 408 190 M262 142 C234 154 210 176 198 200 M252 130 C228 142 206 164 194 188 M316 122 C352 130 388 150 410 182"
        fill="none"
        stroke="#5b4943"
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity="0.5"
      />
      <path
        d="M202 232 C196 250 192 268 190 286 M400 230 C406 250 410 268 412 286"
        {...silver}
        strokeWidth="3"
        opacity="0.6"
      />
    </>
  ),
}
