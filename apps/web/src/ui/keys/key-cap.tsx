import type { ReactNode } from 'react'

/** A key of the keyboard, drawn as on the keyboard itself. */
export const KeyCap = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-tag border border-line-2 bg-surface px-1 font-sans text-micro text-ink-3">
    {children}
  </kbd>
)

/** The name of the key that makes a letter a command: Apple's keyboards have their own. */
export const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
