import type { ReactNode } from 'react'

/** First in the tab order; visible only while it has the focus. */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-2 left-2 z-(--z-toast) -translate-y-20 rounded-control bg-accent px-3.5 py-2 font-semibold text-on-accent focus:translate-y-0"
  >
    Skip to content
  </a>
)

/** The part of the page to which the skip link leads. In a very wide window it is in the middle, with the top bar over it. */
export const Sheet = ({ children }: { children: ReactNode }) => (
  <main
    id="content"
    tabIndex={-1}
    className="mx-auto flex w-full max-w-[calc(var(--page)+4rem)] flex-1 flex-col px-4 pt-5 pb-10 outline-none lg:px-8 lg:pt-7"
  >
    {children}
  </main>
)
