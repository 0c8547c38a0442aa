import { useId, type ReactNode } from 'react'

interface FootProps {
  title: string
  note: string
  size: 'medium' | 'large'
  children: ReactNode
}

/** A part of the sidebar below its entries. */
export function Foot({ title, note, size, children }: FootProps) {
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
