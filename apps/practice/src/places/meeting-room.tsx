/** A meeting room at dusk: a town in a wide window, a board on the wall. 1280 by 720. */
export function MeetingRoom() {
  return (
    <>
      <defs>
        <linearGradient id="dusk-sky" x1="0" x2="0.25" y1="0" y2="1">
          <stop offset="0" stopColor="#5e5a63" />
          <stop offset="0.35" stopColor="#8d7468" />
          <stop offset="0.7" stopColor="#d39a72" />
          <stop offset="1" stopColor="#b07a58" />
        </linearGradient>
        <linearGradient id="dusk-wall" x1="0" x2="1" y1="0" y2="0.4">
          <stop offset="0" stopColor="#d3b593" />
          <stop offset="0.5" stopColor="#b89b7d" />
          <stop offset="1" stopColor="#8f7660" />
        </linearGradient>
        <radialGradient id="dusk-sun">
          <stop offset="0" stopColor="#ffc98c" stopOpacity="0.9" />
          <stop offset="0.3" stopColor="#ffcf9c" stopOpacity="0.7" />
          <stop offset="1" stopColor="#ffb678" stopOpacity="0" />
        </radialGradient>
        <filter id="dusk-far" colorInterpolationFilters="sRGB" x="-5%" y="-5%" width="110%" height="110%">
          <feGaussianBlur stdDeviation="3.5" />
        </filter>
      </defs>
      <rect width="1280" height="720" fill="#2a1d17" />
      <g filter="url(#dusk-far)">
        <rect x="-20" y="-20" width="740" height="520" fill="url(#dusk-sky)" />
        <circle cx="366" cy="226" r="250" fill="url(#dusk-sun)" />
        <circle cx="366" cy="226" r="46" fill="#ffc791" opacity="0.7" />
        <g fill="#7b675f" opacity="0.75">
          <path d="M-20 330 H34 V300 H96 V352 H150 V282 H168 V262 H188 V282 H214 V340 H286 V318 H350 V366 H410 V302 H462 V350 H560 V324 H640 V360 H720 V500 H-20 Z" />
        </g>
        <g fill="#4d3f3b">
          <path d="M-20 392 H60 V372 H92 V250 H150 V404 H214 V360 H262 V322 H318 V420 H372 V392 H438 V226 H500 V398 H548 V410 H602 V276 H700 V500 H-20 Z" />
        </g>
        <g fill="#f6c184" opacity="0.85">
          <path d="M100 272 h9 v12 h-9 Z M128 300 h9 v12 h-9 Z M102 340 h9 v12 h-9 Z M272 344 h9 v12 h-9 Z M296 384 h9 v12 h-9 Z M446 250 h9 v12 h-9 Z M474 292 h9 v12 h-9 Z M452 346 h9 v12 h-9 Z M616 300 h9 v12 h-9 Z M652 330 h9 v12 h-9 Z M626 388 h9 v12 h-9 Z M676 296 h9 v12 h-9 Z M20 410 h9 v12 h-9 Z M238 396 h9 v12 h-9 Z M396 424 h9 v12 h-9 Z M566 440 h9 v12 h-9 Z" />
        </g>
        <rect x="704" y="-20" width="600" height="760" fill="url(#dusk-wall)" />
        <rect x="-20" y="482" width="1320" height="260" fill="#3a2920" />
        <g fill="#33251f">
          <rect x="230" y="-20" width="11" height="510" />
          <rect x="469" y="-20" width="11" height="510" />
          <rect x="700" y="-20" width="20" height="520" />
          <rect x="-20" y="478" width="740" height="14" />
        </g>
        <rect x="1008" y="160" width="300" height="210" rx="6" fill="#efe6d8" />
        <rect x="1008" y="160" width="300" height="210" rx="6" fill="none" stroke="#a58b70" strokeWidth="5" />
        <path
          d="M1034 330 L1088 282 L1132 306 L1190 232 L1290 196"
          fill="none"
          stroke="#c07a55"
          strokeWidth="6"
        />
        <path d="M1034 200 h78 M1034 220 h52" stroke="#9c9084" strokeWidth="5" />
        <g fill="#4b5f4b">
          <path d="M1196 720 C1190 600 1172 520 1130 452 C1178 484 1204 540 1214 600 C1212 520 1226 452 1268 404 C1250 470 1246 540 1250 720 Z" />
          <path d="M1216 720 C1222 640 1250 580 1300 548 V720 Z" opacity="0.8" />
        </g>
      </g>
    </>
  )
}
