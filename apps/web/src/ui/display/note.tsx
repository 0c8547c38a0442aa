import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { tv } from 'tailwind-variants/lite'

const noteStyles = tv({
  base: 'flex gap-2.5 rounded-control px-3 py-2.5 text-label text-pretty forced-colors:border',
  variants: {
    kind: {
      info: 'bg-accent-soft text-accent-ink',
      success: 'bg-green-soft text-green-ink',
      warning: 'bg-yellow-soft text-yellow-ink',
      error: 'bg-red-soft text-red-ink',
    },
  },
})

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert }

interface NoteProps {
  kind: keyof typeof icons
  /** Replaces the kind's own icon if another says more. */
  icon?: LucideIcon
  children: ReactNode
}

/** A note in the page, such as a form's own error, which is read out when it appears. */
export function Note({ kind, icon: Icon = icons[kind], children }: NoteProps) {
  return (
    <div
      className={noteStyles({ kind })}
      role={kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined}
    >
      <Icon className="mt-px size-4 shrink-0" strokeWidth={1.75} />
      <div>{children}</div>
    </div>
  )
}
