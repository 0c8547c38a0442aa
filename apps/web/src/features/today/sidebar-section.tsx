import { useId, type ReactNode } from 'react'

interface SidebarSectionProps {
  title: string
  note: string
  size: 'medium' | 'large'
  children: ReactNode
}

/** A section of the sidebar, below its entries. */
export function SidebarSection({ title, note, size, children }: SidebarSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`border-t border-line ${size === 'medium' ? 'px-4.5 pt-3.5' : 'px-4.5 py-4'}`}
    >
      <header
        className={`flex items-baseline justify-between gap-3 pb-2 ${size === 'medium' ? 'text-label' : 'text-body'}`}
      >
        <h2 id={id} className="font-semibold text-ink-2">
          {title}
        </h2>
        <span className="text-ink-3">{note}</span>
      </header>
      {children}
    </section>
  )
}
