import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

interface PageHeaderProps {
  title: string
  /** Shown beside the title. */
  badge?: ReactNode
  /** The page's own actions, at the right. */
  actions?: ReactNode
}

export function PageHeader({ title, badge, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        {/* On a phone the top bar shows it (features/shell/top-bar.tsx). */}
        <div className="min-w-0 max-sm:sr-only">
          <PageHeading title={title} />
        </div>
        {badge}
      </div>
      {actions}
    </header>
  )
}

/**
 * On a small screen: the page's actions at the lower edge, within reach of the thumb; the last, main one takes the room.
 */
export const BottomBar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-(--z-sticky) -mx-4 mt-auto -mb-10 flex gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:last:min-w-0 *:last:shrink">
    {children}
  </div>
)
