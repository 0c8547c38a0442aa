import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { tv } from 'tailwind-variants/lite'

const noteStyles = tv({
  base: 'flex gap-2.5 rounded-control px-3 py-2.5 text-label',
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

/** A line that stands in the page. A form's own error is one, and is read out when it appears. */
export function Note({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div
      className={noteStyles({ kind })}
      role={kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined}
    >
      <Icon aria-hidden="true" className="mt-px size-4 shrink-0" strokeWidth={1.75} />
      <div>{children}</div>
    </div>
  )
}
