import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

export interface ToastText {
  kind: 'success' | 'error'
  title: string
  description?: string | undefined
}

const successMs = 5000

/** Read by the region alone (toast-region.tsx); screens speak through `toast`. */
export const toasts = new ToastQueue<ToastText>({ maxVisibleToasts: 3 })

/** What already stands is not said a second time. */
function show(text: ToastText, options?: { timeout: number }): string {
  const standing = toasts.visibleToasts.find(
    ({ content }) => content.title === text.title && content.description === text.description,
  )
  return standing?.key ?? toasts.add(text, options)
}

/** Says what happened, at the edge of the screen. Each gives the key that closes it. */
export const toast = {
  /** Goes by itself after 5 s. */
  success: (title: string, description?: string): string =>
    show({ kind: 'success', title, description }, { timeout: successMs }),
  /** Stays until it is closed. */
  error: (title: string, description?: string): string => show({ kind: 'error', title, description }),
  close: (key: string): void => toasts.close(key),
}
