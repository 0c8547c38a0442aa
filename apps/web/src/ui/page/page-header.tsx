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
