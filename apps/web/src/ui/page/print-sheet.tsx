import { createPortal } from 'react-dom'
import type { ReactNode } from 'react'

/** Printed instead of the page while it is mounted. Invisible on the screen. */
export const PrintSheet = ({ children }: { children: ReactNode }) =>
  createPortal(
    // ui.css hides everything else on paper.
    <div data-print-sheet="" className="hidden p-10 print:block">
      {children}
    </div>,
    document.body,
  )
