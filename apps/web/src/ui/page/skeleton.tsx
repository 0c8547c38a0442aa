/** The ground of something that is on its way, in its real size. It shows after 150 ms, so quick answers do not flash. */
export function Skeleton({ className }: { className: string }) {
  // Of two corners the later in the style sheet would win, whichever is written last here.
  const corners = className.includes('rounded-') ? '' : 'rounded-tag'
  return <div aria-hidden="true" className={`animate-appear bg-sunken ${corners} ${className}`} />
}
