import { createPortal } from 'react-dom'
import type { ReactNode } from 'react'

/** What goes onto paper instead of the page while it stands. On the screen it is not seen. */
export const PrintSheet = ({ children }: { children: ReactNode }) =>
  createPortal(
    // Everything else is taken off the paper in ui.css.
    <div data-print-sheet="" className="hidden p-10 print:block">
      {children}
    </div>,
    document.body,
  )
