import type { ReactNode } from 'react'

/** The label of a toolbar button. On a small screen only the button's icon shows; the label is still read out. */
export const ToolbarLabel = ({ children }: { children: ReactNode }) => (
  <span className="max-sm:sr-only">{children}</span>
)
