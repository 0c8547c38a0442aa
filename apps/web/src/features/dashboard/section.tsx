import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** A quieter word beside the title. */
  note?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  /** A hairline below the title, for sections with rows. */
  hasRule?: boolean
  children: ReactNode
}

/** A part of the dashboard. */
export function Section({ title, note, action, hasRule = false, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="@container">
      <div
        className={`flex min-h-6 flex-wrap items-baseline gap-x-2 ${hasRule ? 'border-b border-line pb-1.5' : 'mb-2'}`}
      >
        <h2 id={id} className="text-large font-semibold">
          {title}
        </h2>
        {note !== undefined && <span className="text-label text-ink-3">{note}</span>}
        {action !== undefined && (
          // On a touch device a link is as tall as a button; the padding of an inline element takes no room.
          <span className="ml-auto pointer-coarse:[&>a]:py-3">{action}</span>
        )}
      </div>
      {children}
    </section>
  )
}
