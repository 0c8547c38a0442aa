/** The look of a drawn person. The parts are SVG in the portrait's units. */
export interface Look {
  skin: string
  skinLight: string
  skinShade: string
  skinDeep: string
  blush: string
  lip: string
  lipLight: string
  lipLine: string
  iris: string
  lash: string
  brow: string
  hair: string
  hairLight: string
  hairShade: string
  cloth: string
  clothLight: string
  clothShade: string
  room: string
  hairBehind: string
  hairBefore: string
  collar: string
  /** Wrinkles. */
  lines: string
  glasses: string
  blinkEvery: number
  blinkFrom: number
}

/** Dana: dark hair to the shoulders, before a shelf and a window. */
export const coachLook: Look = {
  skin: '#d9a47c',
  skinLight: '#e8bd99',
  skinShade: '#c48a62',
  skinDeep: '#9a6240',
  blush: '#d9745a',
  lip: '#b4584c',
  lipLight: '#cc7565',
  lipLine: '#7d352d',
  iris: '#5a3a22',
  lash: '#2a1a14',
  brow: '#33211a',
  hair: '#3d271f',
  hairLight: '#5d4033',
  hairShade: '#271712',
  cloth: '#2f6b66',
  clothLight: '#3f7f78',
  clothShade: '#1f4f4b',
  room: `
    <rect width="960" height="540" fill="#d9cbb8"/>
    <g filter="url(#far)">
      <rect x="0" y="380" width="960" height="160" fill="#c9b8a2"/>
      <rect x="708" y="40" width="190" height="270" rx="6" fill="#f7f1e6"/>
      <rect x="722" y="54" width="78" height="242" fill="#e4eef2"/><rect x="808" y="54" width="78" height="242" fill="#edf4f5"/>
      <path d="M0 96 H236 V108 H0 Z M0 212 H236 V224 H0 Z" fill="#a5805a"/>
      <rect x="20" y="38" width="24" height="58" fill="#c77f52"/><rect x="48" y="30" width="20" height="66" fill="#4c6a78"/><rect x="72" y="44" width="26" height="52" fill="#d8b26d"/><rect x="104" y="34" width="20" height="62" fill="#7c8f74"/><circle cx="182" cy="70" r="26" fill="#ded3c4"/>
      <rect x="24" y="146" width="22" height="66" fill="#60806f"/><rect x="50" y="156" width="28" height="56" fill="#b96a4b"/><rect x="84" y="150" width="20" height="62" fill="#e2c58e"/><rect x="152" y="168" width="60" height="44" rx="8" fill="#8a99a0"/>
      <path d="M840 540 C836 470 826 430 802 396 C836 404 850 430 854 470 C862 430 880 404 912 392 C888 430 880 470 880 540 Z" fill="#6f8f72"/>
    </g>`,
  hairBehind: `<path d="M480 66 C398 62 372 122 374 200 C376 270 362 318 356 362 C352 396 366 414 392 410 L568 410 C594 414 608 396 604 362 C598 318 584 270 586 200 C588 122 562 62 480 66 Z" fill="url(#hair)"/>`,
  hairBefore: `
    <path d="M396 222 C392 166 410 134 452 124 C500 120 540 138 560 222 C570 214 578 196 576 176 C572 100 534 74 480 74 C426 74 388 100 386 178 C386 198 390 214 396 222 Z" fill="url(#hair)"/>
    <path d="M440 86 C424 110 404 150 402 214 C396 262 412 316 408 366 C406 400 388 418 370 404 C350 388 358 344 364 310 C372 262 370 222 376 180 C382 132 402 100 440 86 Z" fill="url(#hair)"/>
    <path d="M520 84 C556 106 566 170 560 220 C564 262 550 316 554 366 C556 400 574 418 592 404 C612 388 602 344 596 310 C588 262 592 226 584 176 C578 126 556 98 520 84 Z" fill="url(#hair)"/>
    <path d="M452 84 C430 104 412 132 408 168 M500 80 C532 94 552 122 560 160 M476 78 C486 92 520 104 540 140" fill="none" stroke="#6e4f40" stroke-width="2.5" opacity="0.5" stroke-linecap="round"/>`,
  collar: `
    <path d="M436 376 L414 392 L462 452 L480 424 Z M524 376 L546 392 L498 452 L480 424 Z" fill="#3d7d76"/>
    <path d="M438 378 C452 404 470 418 480 424 C490 418 508 404 522 378 C508 398 452 398 438 378 Z" fill="#c48a62"/>
    <path d="M480 424 V560" stroke="#1f4f4b" stroke-width="2.5" opacity="0.7"/>`,
  lines: '',
  glasses: '',
  blinkEvery: 4,
  blinkFrom: 1.3,
}

/** Wanda: silver hair, glasses and a rust cardigan, before a lamp and a picture. */
export const clientLook: Look = {
  skin: '#ebc4a6',
  skinLight: '#f5d8c0',
  skinShade: '#d8a786',
  skinDeep: '#b07c5c',
  blush: '#e08a76',
  lip: '#bd6a60',
  lipLight: '#d58a7d',
  lipLine: '#8c443c',
  iris: '#4f6f86',
  lash: '#4a3a34',
  brow: '#8d857f',
  hair: '#c4c1bd',
  hairLight: '#e2dfdb',
  hairShade: '#98948f',
  cloth: '#a85a3c',
  clothLight: '#bb6e4e',
  clothShade: '#87432a',
  room: `
    <rect width="960" height="540" fill="#b9c4bd"/>
    <g filter="url(#far)">
      <rect x="0" y="0" width="960" height="540" fill="#b4c1ba"/>
      <ellipse cx="120" cy="150" rx="190" ry="170" fill="#f2dfb4" opacity="0.75"/>
      <path d="M66 92 H176 L202 190 H40 Z" fill="#f6e3b8"/><rect x="116" y="190" width="10" height="260" fill="#7d6f5c"/>
      <rect x="690" y="52" width="196" height="226" rx="4" fill="#efe9dd"/><rect x="706" y="68" width="164" height="194" fill="#dfe6e1"/>
      <path d="M706 262 V206 C742 176 764 214 796 190 C824 170 846 186 870 176 V262 Z" fill="#5f7f86"/><circle cx="832" cy="116" r="22" fill="#d98e5f"/>
      <path d="M40 540 C40 420 100 392 210 392 H760 C872 392 924 420 924 540 Z" fill="#5f7470"/>
      <rect x="700" y="404" width="120" height="96" rx="18" fill="#d8a659" transform="rotate(8 760 450)"/>
    </g>`,
  hairBehind: `<path d="M480 62 C394 60 368 120 372 196 C374 246 372 284 384 312 C404 338 430 330 440 306 L520 306 C530 330 556 338 576 312 C588 284 586 246 588 196 C592 120 566 60 480 62 Z" fill="url(#hair)"/>`,
  hairBefore: `
    <path d="M398 214 C400 172 428 158 470 150 C506 144 532 130 542 118 C556 144 560 180 562 214 C574 206 582 190 580 166 C576 96 536 70 480 70 C424 70 384 96 382 168 C381 192 386 208 398 214 Z" fill="url(#hair)"/>
    <path d="M398 206 C392 240 398 276 404 300 C388 296 378 262 379 214 C380 190 388 178 400 176 Z M562 206 C568 240 562 276 556 300 C572 296 582 262 581 214 C580 190 572 178 560 176 Z" fill="url(#hair)"/>
    <path d="M538 122 C510 96 456 96 420 132 M530 104 C496 82 448 84 412 118 M404 158 C424 146 452 140 478 136" fill="none" stroke="#8b8782" stroke-width="2.2" opacity="0.55" stroke-linecap="round"/>`,
  collar: `
    <path d="M438 378 C452 410 508 410 522 378 L532 396 C520 440 500 500 494 560 H466 C460 500 440 440 428 396 Z" fill="#f1ebe1"/>
    <path d="M436 376 C420 384 404 392 398 398 C420 450 440 500 452 560 H468 C458 500 446 440 436 376 Z M524 376 C540 384 556 392 562 398 C540 450 520 500 508 560 H492 C502 500 514 440 524 376 Z" fill="#95492e"/>
    <path d="M438 378 C452 404 508 404 522 378 C508 394 452 394 438 378 Z" fill="#d8a786"/>`,
  lines: `
    <path d="M438 266 C434 278 436 290 442 298 M522 266 C526 278 524 290 518 298" fill="none" stroke="#b07c5c" stroke-width="2" opacity="0.45" stroke-linecap="round"/>
    <path d="M424 224 L416 220 M424 230 L415 230 M536 224 L544 220 M536 230 L545 230" stroke="#b07c5c" stroke-width="1.6" opacity="0.5" stroke-linecap="round"/>`,
  glasses: `
    <g fill="none" stroke="#4d3b3a" stroke-width="3.4">
      <rect x="418" y="194" width="54" height="44" rx="20" fill="#ffffff" fill-opacity="0.1"/><rect x="488" y="194" width="54" height="44" rx="20" fill="#ffffff" fill-opacity="0.1"/>
      <path d="M472 212 Q480 206 488 212 M418 210 L402 208 M542 210 L558 208"/>
    </g>`,
  blinkEvery: 3.4,
  blinkFrom: 2.2,
}
