import { useId, type ReactNode } from 'react'

interface SideSectionProps {
  title: string
  /** A link at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A section of the column at the right of a page, or below its content if there is no room. */
export function SideSection({ title, action, children }: SideSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-large font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** The page's content beside its side column, or above it if there is no room for both. */
export const Columns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="@container pb-8">
    <div className="grid gap-x-12 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_19.5rem]">
      <div className="min-w-0">{main}</div>
      <div className="grid min-w-0 content-start gap-x-12 gap-y-8 @2xl:@max-4xl:grid-cols-2">{side}</div>
    </div>
  </div>
)
