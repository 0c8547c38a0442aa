import type { ReactNode } from 'react'
import { Badge } from '#ui/display/badge.tsx'
import { EmptyLanes } from '#ui/display/lanes.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

/** A page whose feature has not come yet. Deleted with the last of them. */
export function NotHereYet({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <>
      <PageHeader title={title} badge={<Badge tone="outlined">Not here yet</Badge>} />
      <EmptyState
        picture={<EmptyLanes />}
        action={action}
        heading={<p className="text-large font-semibold">This page is still to come</p>}
      >
        It comes with a later version of Parley.
      </EmptyState>
    </>
  )
}
