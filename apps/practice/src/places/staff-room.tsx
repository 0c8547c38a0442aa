/** The staff room of a clinic: a counter with a kettle, lockers, a board with notes. 1280 by 720. */
export function StaffRoom() {
  return (
    <>
      <defs>
        <linearGradient id="staff-wall" x1="0" x2="1" y1="0" y2="0.35">
          <stop offset="0" stopColor="#7e9a96" />
          <stop offset="0.55" stopColor="#96aba2" />
          <stop offset="1" stopColor="#71867f" />
        </linearGradient>
        <linearGradient id="staff-locker" x1="0" x2="1" y1="0" y2="0">
          <stop offset="0" stopColor="#d8c8a8" />
          <stop offset="1" stopColor="#b9a683" />
        </linearGradient>
        <radialGradient id="staff-lamp">
          <stop offset="0" stopColor="#fff1cf" stopOpacity="0.8" />
          <stop offset="1" stopColor="#fff1cf" stopOpacity="0" />
        </radialGradient>
        <filter id="staff-far" colorInterpolationFilters="sRGB" x="-5%" y="-5%" width="110%" height="110%">
          <feGaussianBlur stdDeviation="3.2" />
        </filter>
      </defs>
      <g filter="url(#staff-far)">
        <rect x="-20" y="-20" width="1320" height="760" fill="url(#staff-wall)" />
        <circle cx="330" cy="40" r="360" fill="url(#staff-lamp)" />
        <rect x="-20" y="296" width="700" height="160" fill="#b9c8c1" />
        <path
          d="M-20 350 H680 M-20 402 H680 M60 296 V456 M140 296 V456 M220 296 V456 M300 296 V456 M380 296 V456 M460 296 V456 M540 296 V456 M620 296 V456"
          stroke="#9db0a8"
          strokeWidth="4"
        />
        <rect x="40" y="184" width="420" height="16" fill="#a27f5b" />
        <g>
          <path d="M70 184 v-38 h36 v38 Z" fill="#d98f5f" />
          <path d="M122 184 v-38 h36 v38 Z" fill="#e9e2d4" />
          <path d="M174 184 v-38 h36 v38 Z" fill="#5f8f95" />
          <path d="M226 184 v-38 h36 v38 Z" fill="#e0bd6e" />
          <path
            d="M106 154 q14 0 14 12 q0 10 -14 8 M210 154 q14 0 14 12 q0 10 -14 8"
            fill="none"
            stroke="#c9c2b4"
            strokeWidth="5"
          />
          <rect x="300" y="122" width="52" height="62" rx="6" fill="#c7ad84" />
          <rect x="362" y="136" width="44" height="48" rx="6" fill="#8e6f58" />
        </g>
        <path d="M120 458 C112 420 116 374 132 366 H204 C220 374 224 420 216 458 Z" fill="#e3e0d8" />
        <path d="M216 388 C248 384 250 436 214 440" fill="none" stroke="#3d4745" strokeWidth="11" />
        <path d="M126 384 C100 380 98 402 92 414" fill="none" stroke="#e3e0d8" strokeWidth="11" />
        <rect x="150" y="354" width="36" height="13" rx="6" fill="#3d4745" />
        <path d="M330 458 v-40 h42 v40 Z" fill="#d98f5f" />
        <path d="M396 458 v-40 h42 v40 Z" fill="#e9e2d4" />
        <rect x="-20" y="456" width="720" height="22" fill="#b58f68" />
        <rect x="-20" y="478" width="720" height="270" fill="#7d6a56" />
        <g>
          <rect x="1010" y="-20" width="130" height="560" fill="url(#staff-locker)" />
          <rect x="1146" y="-20" width="130" height="560" fill="url(#staff-locker)" />
          <path
            d="M1036 60 h78 M1036 76 h78 M1036 92 h78 M1172 60 h78 M1172 76 h78 M1172 92 h78"
            stroke="#8f7d5d"
            strokeWidth="5"
          />
          <rect x="1118" y="230" width="9" height="40" rx="4" fill="#6d5f47" />
          <rect x="1254" y="230" width="9" height="40" rx="4" fill="#6d5f47" />
        </g>
        <rect x="500" y="66" width="196" height="150" rx="4" fill="#b78f62" />
        <path
          d="M520 86 h50 v42 h-50 Z M584 80 h40 v56 h-40 Z M636 90 h44 v36 h-44 Z M526 142 h60 v52 h-60 Z M604 150 h66 v44 h-66 Z"
          fill="#f0ead9"
        />
        <path d="M584 80 h40 v14 h-40 Z M604 150 h66 v12 h-66 Z" fill="#d98f5f" />
        <rect x="690" y="540" width="610" height="200" fill="#5f6d66" />
        <g fill="#4c6b52">
          <path d="M560 456 C540 420 548 380 576 352 C580 390 590 420 588 456 Z" />
          <path d="M588 456 C592 410 612 384 644 374 C632 404 622 430 612 456 Z" />
        </g>
        <rect x="556" y="440" width="64" height="24" rx="4" fill="#c98f6b" />
      </g>
    </>
  )
}
