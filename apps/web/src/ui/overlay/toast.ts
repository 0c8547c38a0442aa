import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

/** Something that can be done about it while the toast stands, such as Undo. */
interface ToastAct {
  label: string
  onAction: () => void
}

export interface ToastText {
  kind: 'success' | 'error'
  title: string
  description?: string | undefined
  act?: ToastAct | undefined
}

const successMs = 5000
const undoMs = 8000

/** Read by the region alone (toast-region.tsx); screens speak through `toast`. */
export const toasts = new ToastQueue<ToastText>({ maxVisibleToasts: 3 })

/** What already stands is not said a second time, unless something can be done about each. */
function show(text: ToastText, options?: { timeout: number }): string {
  const standing = toasts.visibleToasts.find(
    ({ content }) =>
      content.title === text.title && content.description === text.description && !content.act && !text.act,
  )
  return standing?.key ?? toasts.add(text, options)
}

/** Says what happened, at the edge of the screen. Each gives the key that closes it. */
export const toast = {
  /** Goes by itself after 5 s. */
  success: (title: string, description?: string): string =>
    show({ kind: 'success', title, description }, { timeout: successMs }),
  /** Stands for 8 s, with a bar that runs out, and offers to take back what was done. */
  undoable: (title: string, description: string, undo: () => void): string =>
    show(
      { kind: 'success', title, description, act: { label: 'Undo', onAction: undo } },
      { timeout: undoMs },
    ),
  /** Stays until it is closed. */
  error: (title: string, description?: string): string => show({ kind: 'error', title, description }),
  close: (key: string): void => toasts.close(key),
}
