import type { ReactNode } from 'react'

/** The part of the page to which the skip link leads. */
export const Sheet = ({ children }: { children: ReactNode }) => (
  <main
    id="content"
    tabIndex={-1}
    className="flex w-full max-w-[calc(var(--page)+4rem)] flex-1 flex-col px-4 pt-5 pb-10 outline-none lg:px-8 lg:pt-7"
  >
    {children}
  </main>
)
