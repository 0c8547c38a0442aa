/** The ground of something that is on its way, in its real size. It shows after 150 ms, so quick answers do not flash. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`animate-appear rounded-tag bg-sunken ${className}`} />
}
