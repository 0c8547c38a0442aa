import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** Parley speaks English; without this the widgets would name their own parts in the browser's language. */
export const English = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale="en-US">{children}</I18nProvider>
)
