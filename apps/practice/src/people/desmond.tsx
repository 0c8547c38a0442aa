import { Ears } from './ears.tsx'
import type { Person, Tones } from './person.ts'

const tones: Tones = {
  skin: '#8a5638',
  light: '#a36d49',
  shade: '#6b3f28',
  deep: '#432517',
  shine: '#d8a27a',
  blush: '#8f3f2c',
  lip: '#6d3a30',
  lipLight: '#8a4f43',
  lipLine: '#33170f',
  iris: '#3a2114',
  lash: '#1a0f0b',
  brow: '#47413d',
}

/** Grey, cropped hair and beard; a navy jacket over a checked shirt. */
export const desmond: Person = {
  id: 'desmond',
  tones,
  features: {
    face: 'M189 264 C186 330 190 376 210 414 C230 448 264 466 300 466 C336 466 370 448 390 414 C410 376 414 330 411 264 C411 192 366 142 300 142 C234 142 189 192 189 264 Z',
    eyeWidth: 47,
    eyeHeight: 15,
    eyesApart: 53,
    crease: 6,
    lashes: 1,
    brow: { y: 258, thick: 9.5, arch: 6, long: 37 },
    noseWidth: 29,
    noseTip: 350,
    mouth: { y: 402, width: 74, upper: 9.5, lower: 13.5 },
    neck: 62,
    years: 0.8,
  },
  hairBehind: null,
  body: (
    <>
      <path
        d="M14 780 C18 656 60 600 148 566 L234 524 L300 620 L366 524 L452 566 C540 600 582 656 586 780 Z"
        fill="#2c3d52"
      />
      <defs>
        <pattern id="desmond-check" width="15" height="15" patternUnits="userSpaceOnUse">
          <rect width="15" height="15" fill="#c3cccb" />
          <path d="M4 0 V15 M0 4 H15" stroke="#7f98a3" strokeWidth="3.5" opacity="0.55" />
        </pattern>
      </defs>
      <path d="M230 520 L214 560 L300 716 L386 560 L370 520 L300 590 Z" fill="url(#desmond-check)" />
      <path d="M300 590 V716" stroke="#8fa1a6" strokeWidth="3" />
      <path d="M228 512 L204 540 L258 606 L300 588 Z" fill="#d5dcda" />
      <path d="M372 512 L396 540 L342 606 L300 588 Z" fill="#aab6b7" />
      <path
        d="M220 520 L186 550 L178 628 L232 640 L300 780 L300 712 C262 650 232 590 220 520 Z"
        fill="#3d526b"
      />
      <path
        d="M380 520 L414 550 L422 628 L368 640 L300 780 L300 712 C338 650 368 590 380 520 Z"
        fill="#233242"
      />
      <path d="M300 708 V780" stroke="#93a0ab" strokeWidth="3.5" />
      <path
        d="M104 780 C100 712 108 660 130 622 M496 780 C500 712 492 660 470 622"
        fill="none"
        stroke="#17212c"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.6"
      />
    </>
  ),
  ears: <Ears tones={tones} x={110} />,
  onFace: (
    <>
      <defs>
        <pattern id="desmond-curls" width="17" height="13" patternUnits="userSpaceOnUse">
          <path
            d="M2 3 q2 -3 4 0 M9 1 q2 3 4 1 M14 7 q-2 3 1 4 M5 8 q3 -2 4 1 M1 11 q2 2 4 1"
            fill="none"
            stroke="#b5aea6"
            strokeWidth="1.4"
            strokeLinecap="round"
            opacity="0.36"
          />
        </pattern>
        <linearGradient id="desmond-beard" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#6f6861" stopOpacity="0.15" />
          <stop offset="0.35" stopColor="#6f6861" stopOpacity="0.8" />
          <stop offset="1" stopColor="#8f8880" stopOpacity="0.95" />
        </linearGradient>
      </defs>
      <path
        d="M190 300 C188 366 196 408 216 426 C238 456 268 467 300 467 C332 467 362 456 384 426 C404 408 412 366 410 300 C404 344 392 374 366 380 C346 378 330 368 300 370 C270 368 254 378 234 380 C208 374 196 344 190 300 Z"
        fill="url(#desmond-beard)"
      />
      <path
        d="M206 396 C224 450 262 467 300 467 C338 467 376 450 394 396 C372 414 350 424 300 424 C250 424 228 414 206 396 Z"
        fill="url(#desmond-curls)"
        opacity="0.7"
      />
      <path
        d="M216 216 Q300 204 384 216 M226 234 Q300 224 374 234"
        fill="none"
        stroke={tones.deep}
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity="0.35"
      />
    </>
  ),
  hairBefore: (
    <>
      <path
        d="M188 276 C174 180 218 122 300 120 C382 122 426 180 412 276 C410 252 408 236 400 222 C394 206 386 196 372 192 C350 180 326 176 300 176 C274 176 250 180 228 192 C214 196 206 206 200 222 C192 236 190 252 188 276 Z"
        fill="#5c5651"
      />
      <path
        d="M188 276 C174 180 218 122 300 120 C382 122 426 180 412 276 C410 252 408 236 400 222 C394 206 386 196 372 192 C350 180 326 176 300 176 C274 176 250 180 228 192 C214 196 206 206 200 222 C192 236 190 252 188 276 Z"
        fill="url(#desmond-curls)"
      />
    </>
  ),
}
