/** A placeholder in the real size of what is loading. It appears after 150 ms, so quick answers do not flash. */
export function Skeleton({ className }: { className: string }) {
  // If an element has two `rounded-` classes, the later one in the style sheet wins, whatever their order here.
  const corners = className.includes('rounded-') ? '' : 'rounded-tag'
  return <div aria-hidden="true" className={`animate-appear bg-sunken ${corners} ${className}`} />
}
