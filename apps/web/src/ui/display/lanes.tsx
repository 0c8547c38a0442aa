/** For empty states with nobody here yet: the two lanes, pale. Decorative, so it says nothing that the text does not. */
export const EmptyLanes = () => (
  <svg viewBox="0 0 28 44" aria-hidden="true" className="h-14 forced-color-adjust-none">
    <rect width="9" height="31" rx="4.5" className="fill-lane-coach-soft" />
    <rect x="19" y="13" width="9" height="31" rx="4.5" className="fill-lane-client-soft" />
  </svg>
)

/** One person is here and the other is not. */
export const PartedLanes = () => (
  <svg viewBox="0 0 196 96" aria-hidden="true" className="h-24 forced-color-adjust-none">
    <line x1="0" x2="196" y1="46" y2="46" className="stroke-line-2" strokeWidth="1.5" strokeDasharray="4 4" />
    <rect x="57" width="18" height="56" rx="9" className="fill-lane-coach" />
    <rect x="141" y="38" width="18" height="56" rx="9" className="fill-lane-client-soft" />
  </svg>
)
