import type { ReactNode } from 'react'

/** On a small screen a button of the toolbar is its icon alone; the label is still read out. */
export const ToolbarLabel = ({ children }: { children: ReactNode }) => (
  <span className="max-sm:sr-only">{children}</span>
)
