/** The office of a home-care service in the morning: a low sun through blinds, the rota on the wall. 1280 by 720. */
export function CareOffice() {
  // A drawing from back to front, without logic.
  const days = [0, 1, 2, 3, 4, 5, 6]
  const rows = [0, 1, 2, 3, 4]
  const cards = ['#7fa3a0', '#c79a6b', '#8f9fb4', '#a7b18a', '#c48877']
  return (
    <>
      <defs>
        <linearGradient id="morning-wall" x1="0" x2="1" y1="0" y2="0.3">
          <stop offset="0" stopColor="#c7bfa9" />
          <stop offset="0.55" stopColor="#aeb0a0" />
          <stop offset="1" stopColor="#83897f" />
        </linearGradient>
        <linearGradient id="morning-sky" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#bcd2da" />
          <stop offset="0.6" stopColor="#f1e3c4" />
          <stop offset="1" stopColor="#f0cf9c" />
        </linearGradient>
        <linearGradient id="morning-light" x1="0" x2="1" y1="0" y2="0.5">
          <stop offset="0" stopColor="#ffedc8" stopOpacity="0.55" />
          <stop offset="1" stopColor="#ffedc8" stopOpacity="0" />
        </linearGradient>
        <filter id="morning-far" colorInterpolationFilters="sRGB" x="-5%" y="-5%" width="110%" height="110%">
          <feGaussianBlur stdDeviation="3.2" />
        </filter>
      </defs>
      <g filter="url(#morning-far)">
        <rect x="-20" y="-20" width="1320" height="760" fill="url(#morning-wall)" />
        <rect x="30" y="40" width="330" height="380" fill="url(#morning-sky)" />
        <path
          d="M30 420 V330 C70 300 110 318 150 300 C200 276 240 312 290 292 C320 282 344 290 360 286 V420 Z"
          fill="#8fa389"
        />
        <path
          d="M92 330 V300 L122 276 L152 300 V330 Z M218 320 V288 L250 262 L282 288 V320 Z"
          fill="#b98d73"
        />
        <g fill="#e9e2d2" opacity="0.9">
          {[52, 80, 108, 136, 164, 192].map((y) => (
            <rect key={y} x="30" y={y} width="330" height="9" />
          ))}
        </g>
        <path
          d="M22 32 H368 V428 H22 Z M34 44 V416 H189 V44 Z M201 44 V416 H356 V44 Z"
          fill="#f3eee1"
          fillRule="evenodd"
        />
        <path d="M360 60 L900 300 L900 520 L360 300 Z" fill="url(#morning-light)" />
        <rect x="430" y="70" width="270" height="186" rx="5" fill="#efe9db" />
        {rows.flatMap((row) =>
          days.map((day) =>
            // Sunday's row has a gap.
            row === 2 && day === 6 ? null : (
              <rect
                key={`${row}${day}`}
                x={444 + day * 36}
                y={100 + row * 30}
                width="29"
                height="21"
                rx="3"
                fill={cards[(row * 2 + day) % cards.length]}
                opacity="0.85"
              />
            ),
          ),
        )}
        <path d="M444 84 H682" stroke="#a49a88" strokeWidth="5" strokeDasharray="22 14" />
        <rect x="1010" y="196" width="290" height="14" fill="#8d6d50" />
        <rect x="1010" y="340" width="290" height="14" fill="#8d6d50" />
        <g>
          <rect x="1030" y="100" width="30" height="96" fill="#5d7f86" />
          <rect x="1064" y="108" width="28" height="88" fill="#c29468" />
          <rect x="1096" y="96" width="32" height="100" fill="#7d8f74" />
          <rect x="1132" y="104" width="28" height="92" fill="#a6705c" />
          <rect x="1176" y="112" width="34" height="84" fill="#5d7f86" transform="rotate(-9 1190 196)" />
          <rect x="1036" y="256" width="74" height="84" rx="5" fill="#d9cdb6" />
          <rect x="1130" y="246" width="28" height="94" fill="#8a99a0" />
          <rect x="1162" y="252" width="32" height="88" fill="#c29468" />
          <rect x="1200" y="244" width="30" height="96" fill="#6b7f6a" />
        </g>
        <rect x="-20" y="496" width="1320" height="250" fill="#7b604a" />
        <rect x="-20" y="488" width="1320" height="12" fill="#a58568" />
        <path d="M500 488 V452 C500 440 548 440 548 452 V488 Z" fill="#d8d5c9" />
        <path d="M548 456 C564 454 564 480 548 478" fill="none" stroke="#d8d5c9" strokeWidth="6" />
        <path d="M1080 488 L1096 446 H1180 L1196 488 Z" fill="#3d4444" />
        <path d="M1074 444 C1094 424 1182 424 1202 444 L1196 458 H1080 Z" fill="#4c5554" />
      </g>
    </>
  )
}
