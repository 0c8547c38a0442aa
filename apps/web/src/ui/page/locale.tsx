import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** Parley is in English; without this, React Aria would label the parts of its widgets in the browser's language. */
export const English = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale="en-US">{children}</I18nProvider>
)
