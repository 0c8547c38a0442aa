import type { Person, Tones } from './person.ts'

const tones: Tones = {
  skin: '#d7a07c',
  light: '#e6b592',
  shade: '#bb7f5b',
  deep: '#8a5338',
  shine: '#fff1e2',
  blush: '#d0694f',
  lip: '#a5524a',
  lipLight: '#bd6a5f',
  lipLine: '#6b2f2a',
  iris: '#5b3620',
  lash: '#241510',
  brow: '#34201a',
}

/** Dark hair to the chin with a fringe, a rust jacket over cream. */
export const ines: Person = {
  id: 'ines',
  tones,
  features: {
    face: 'M193 268 C190 330 199 374 224 410 C246 440 272 456 300 456 C328 456 354 440 376 410 C401 374 410 330 407 268 C407 198 364 148 300 148 C236 148 193 198 193 268 Z',
    eyeWidth: 50,
    eyeHeight: 16.5,
    eyesApart: 51,
    crease: 6,
    lashes: 3.5,
    brow: { y: 258, thick: 6.5, arch: 9, long: 37 },
    noseWidth: 20,
    noseTip: 350,
    mouth: { y: 398, width: 66, upper: 8.5, lower: 12.5 },
    neck: 50,
    years: 0.2,
  },
  hairBehind: (
    <path
      d="M300 106 C206 100 158 166 160 262 C160 344 154 420 146 470 C142 498 164 512 198 508 L402 508 C436 512 458 498 454 470 C446 420 440 344 440 262 C442 166 394 100 300 106 Z"
      fill="#2a1813"
    />
  ),
  body: (
    <>
      <path
        d="M40 780 C42 664 74 606 156 572 L240 526 L300 650 L360 526 L444 572 C526 606 558 664 560 780 Z"
        fill="#8c4630"
      />
      <path d="M238 524 L208 552 L300 748 L392 552 L362 524 L300 632 Z" fill="#e9dccb" />
      <path d="M240 522 L222 542 L280 634 L300 632 Z" fill="#f4ebde" />
      <path d="M360 522 L378 542 L320 634 L300 632 Z" fill="#d3c3b0" />
      <path
        d="M238 520 L198 552 L176 612 L226 626 L212 652 L300 780 L300 742 C270 664 246 596 238 520 Z"
        fill="#a4573c"
      />
      <path
        d="M362 520 L402 552 L424 612 L374 626 L388 652 L300 780 L300 742 C330 664 354 596 362 520 Z"
        fill="#7a3b28"
      />
      <path
        d="M122 780 C118 710 124 664 142 626 M478 780 C482 710 476 664 458 626"
        fill="none"
        stroke="#5e2c1e"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.55"
      />
    </>
  ),
  ears: null,
  onFace: null,
  hairBefore: (
    <>
      <defs>
        <linearGradient id="ines-hair" x1="0" x2="1" y1="0" y2="0.35">
          <stop offset="0" stopColor="#5a3a2d" />
          <stop offset="0.5" stopColor="#43281f" />
          <stop offset="1" stopColor="#2c1a14" />
        </linearGradient>
        <radialGradient id="ines-gloss">
          <stop offset="0" stopColor="#d9a98a" stopOpacity="0.34" />
          <stop offset="1" stopColor="#d9a98a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path
        d="M214 176 C186 226 196 300 193 356 C192 414 202 468 214 504 C190 516 148 514 148 478 C156 404 162 338 164 262 C168 212 184 184 214 176 Z"
        fill="url(#ines-hair)"
      />
      <path
        d="M386 176 C414 226 404 300 407 356 C408 414 398 468 386 504 C410 516 452 514 452 478 C444 404 438 338 436 262 C432 212 416 184 386 176 Z"
        fill="#2f1c15"
      />
      <path
        d="M166 288 C152 178 206 106 300 106 C394 106 448 178 434 288 C428 262 418 246 404 236 C376 246 340 250 300 250 C260 250 224 246 196 236 C182 246 172 262 166 288 Z"
        fill="url(#ines-hair)"
      />
      <path
        d="M196 236 C202 196 224 152 262 124 M226 243 C228 200 246 156 276 122 M262 248 C260 206 270 158 292 118 M300 250 C300 206 300 160 304 118 M338 248 C338 206 330 158 316 120 M374 243 C372 200 354 156 330 122 M404 236 C398 196 376 152 342 124"
        fill="none"
        stroke="#1f110c"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.38"
      />
      <ellipse cx="292" cy="182" rx="112" ry="30" fill="url(#ines-gloss)" transform="rotate(-4 292 182)" />
      <path
        d="M178 270 C170 340 170 410 164 474 M188 300 C184 370 186 430 190 490 M424 290 C430 350 432 410 436 470"
        fill="none"
        stroke="#7d5645"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.35"
      />
    </>
  ),
}
