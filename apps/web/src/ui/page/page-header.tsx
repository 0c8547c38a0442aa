import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

interface PageHeaderProps {
  title: string
  /** Stands beside the title. */
  badge?: ReactNode
  /** The page's own acts, at the right. */
  actions?: ReactNode
}

export function PageHeader({ title, badge, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <PageHeading title={title} />
        {badge}
      </div>
      {actions}
    </header>
  )
}
