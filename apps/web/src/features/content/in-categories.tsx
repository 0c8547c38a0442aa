import type { ReactNode } from 'react'
import { CategoryList, type CategoryEntry } from './category-list.tsx'

interface InCategoriesProps {
  label: string
  entries: readonly CategoryEntry[]
  chosen: string
  onChoose: (name: string) => void
  /** Below the list if it has room at the side, else at the end of the page. */
  foot?: ReactNode
  children: ReactNode
}

/** A long page with its categories beside it, or above it on a narrow one. */
export const InCategories = ({ label, entries, chosen, onChoose, foot, children }: InCategoriesProps) => (
  <div className="@container pb-12">
    <div className="grid grid-cols-1 gap-x-16 gap-y-4 @3xl:grid-cols-[13.5rem_minmax(0,42.5rem)] @3xl:grid-rows-[auto_1fr]">
      <CategoryList {...{ label, entries, chosen, onChoose }} />
      <div className="min-w-0 @3xl:row-span-2">{children}</div>
      {foot}
    </div>
  </div>
)
