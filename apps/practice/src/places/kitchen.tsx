/** The kitchen of a care home after lunch: tiles, pans on a rail, steel, a late sun. 1280 by 720. */
export function Kitchen() {
  return (
    <>
      <defs>
        <linearGradient id="kitchen-wall" x1="0" x2="1" y1="0" y2="0.35">
          <stop offset="0" stopColor="#c9b79a" />
          <stop offset="0.5" stopColor="#b3a58e" />
          <stop offset="1" stopColor="#867c6e" />
        </linearGradient>
        <linearGradient id="kitchen-steel" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#a9aca8" />
          <stop offset="0.5" stopColor="#8a8f8d" />
          <stop offset="1" stopColor="#696f6e" />
        </linearGradient>
        <linearGradient id="kitchen-sky" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#f2dcae" />
          <stop offset="1" stopColor="#e9b980" />
        </linearGradient>
        <linearGradient id="kitchen-sun" x1="0" x2="1" y1="0" y2="0.6">
          <stop offset="0" stopColor="#ffdf9f" stopOpacity="0.5" />
          <stop offset="1" stopColor="#ffdf9f" stopOpacity="0" />
        </linearGradient>
        <filter id="kitchen-far" colorInterpolationFilters="sRGB" x="-5%" y="-5%" width="110%" height="110%">
          <feGaussianBlur stdDeviation="3.2" />
        </filter>
      </defs>
      <g filter="url(#kitchen-far)">
        <rect x="-20" y="-20" width="1320" height="760" fill="url(#kitchen-wall)" />
        <g stroke="#a3937b" strokeWidth="3" opacity="0.5">
          {[120, 176, 232, 288, 344, 400].map((y) => (
            <path key={y} d={`M-20 ${y} H1300`} />
          ))}
          {Array.from({ length: 22 }, (_, i) => (
            <path key={i} d={`M${i * 60 + (i % 2) * 4} 120 V456`} />
          ))}
        </g>
        <rect x="46" y="130" width="236" height="236" fill="url(#kitchen-sky)" />
        <path d="M46 366 V300 C90 270 130 296 170 276 C210 258 250 280 282 268 V366 Z" fill="#97a277" />
        <path
          d="M36 120 H292 V376 H36 Z M50 134 V362 H157 V134 Z M171 134 V362 H278 V134 Z"
          fill="#ece2cd"
          fillRule="evenodd"
        />
        <path d="M282 150 L860 380 L860 560 L282 366 Z" fill="url(#kitchen-sun)" />
        <rect x="330" y="134" width="380" height="10" rx="5" fill="#6d655b" />
        <g>
          <path d="M372 144 v66" stroke="#5d564e" strokeWidth="7" />
          <path d="M338 214 h68 c0 44 -14 56 -34 56 s-34 -12 -34 -56 Z" fill="#8f6a4d" />
          <path d="M462 144 v84" stroke="#5d564e" strokeWidth="7" />
          <ellipse cx="462" cy="258" rx="44" ry="40" fill="#5b5753" />
          <path d="M540 144 v110" stroke="#8d8880" strokeWidth="7" />
          <path d="M520 252 h40 c0 26 -8 34 -20 34 s-20 -8 -20 -34 Z" fill="#9ba09e" />
          <path d="M596 144 v120" stroke="#8d8880" strokeWidth="7" />
          <rect x="580" y="258" width="32" height="44" rx="6" fill="#a3a7a4" />
          <path d="M660 144 v74" stroke="#5d564e" strokeWidth="7" />
          <path d="M626 222 h68 c0 40 -14 52 -34 52 s-34 -12 -34 -52 Z" fill="#a87c58" />
        </g>
        <path d="M1010 -20 H1300 V150 H1060 Z" fill="url(#kitchen-steel)" />
        <rect x="1050" y="150" width="250" height="16" fill="#5f6564" />
        <rect x="1030" y="330" width="270" height="12" fill="#6d6a63" />
        <g>
          <path d="M1060 330 v-62 h74 v62 Z" fill="#8b908e" />
          <path d="M1052 266 h90 v10 h-90 Z" fill="#a3a7a4" />
          <path d="M1156 330 v-44 h60 v44 Z" fill="#a87c58" />
          <path d="M1232 330 v-76 h50 v76 Z" fill="#d9cfba" />
        </g>
        <rect x="-20" y="462" width="1320" height="22" fill="#b4b7b3" />
        <rect x="-20" y="484" width="1320" height="260" fill="url(#kitchen-steel)" />
        <path d="M70 462 v-56 h110 v56 Z" fill="#9a9e9b" />
        <path d="M60 404 h130 v10 h-130 Z" fill="#b9bcb8" />
        <path d="M500 462 c-40 0 -56 -18 -58 -40 h150 c-2 22 -18 40 -58 40 Z" fill="#d8c7a6" />
        <g fill="#6f8a55">
          <circle cx="478" cy="412" r="18" />
          <circle cx="512" cy="404" r="22" />
        </g>
        <circle cx="552" cy="412" r="18" fill="#c6663f" />
      </g>
    </>
  )
}
