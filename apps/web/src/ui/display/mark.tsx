/** The mark: two lanes, one person's time beside another's. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={`${className} shrink-0 forced-color-adjust-none`}>
      <rect width="28" height="28" rx="7" className="fill-accent" />
      <rect x="7.5" y="6" width="5" height="12" rx="2.5" className="fill-on-accent" />
      <rect x="15.5" y="10" width="5" height="12" rx="2.5" className="fill-on-accent opacity-70" />
    </svg>
  )
}

/** The mark with the name beside it. */
export function Wordmark({ size = 'medium' }: { size?: 'medium' | 'large' }) {
  const isLarge = size === 'large'
  return (
    <span
      className={`inline-flex items-center font-semibold tracking-[-0.012em] ${isLarge ? 'gap-2.5 text-[1.25rem]' : 'gap-2 text-[1.0625rem]'}`}
    >
      <Mark className={isLarge ? 'size-7' : 'size-6'} />
      Parley
    </span>
  )
}
