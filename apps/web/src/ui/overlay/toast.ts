import { useEffect } from 'react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'
import { createStore, useStore } from '#base/store.ts'

/** Something that can be done about it while the toast stands, such as Undo. */
interface ToastAct {
  label: string
  onAction: () => void
}

export interface ToastText {
  kind: 'info' | 'success' | 'error' | 'progress'
  title: string
  description?: string | undefined
  act?: ToastAct | undefined
}

const shortMs = 5000
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

interface ProgressToast {
  update: (description: string) => void
  done: (title: string, description?: string) => void
  fail: (title: string, description?: string) => void
  close: () => void
}

function beginProgress(title: string, description: string | undefined): ProgressToast {
  let key = toasts.add({ kind: 'progress', title, description })
  // A toast's content stands as it was given: what changes is another in its place.
  const replace = (text: ToastText, options?: { timeout: number }) => {
    toasts.close(key)
    key = toasts.add(text, options)
  }
  return {
    update: (next) => replace({ kind: 'progress', title, description: next }),
    done: (next, more) => replace({ kind: 'success', title: next, description: more }, { timeout: shortMs }),
    fail: (next, more) => replace({ kind: 'error', title: next, description: more }),
    close: () => toasts.close(key),
  }
}

/** Where they stand: in the corner, or at the top of a page whose bottom is full of controls, such as a call. */
type ToastPlace = 'corner' | 'top'

const place = createStore<ToastPlace>('corner')

export const usePresentToastPlace = (): ToastPlace => useStore(place)

/** Puts toasts elsewhere while the caller stands. */
export function useToastPlace(wanted: ToastPlace): void {
  useEffect(() => {
    place.write(wanted)
    return () => place.write('corner')
  }, [wanted])
}

/** Says what happened, at the edge of the screen. Each gives the key that closes it. */
export const toast = {
  /** Goes by itself after 5 s. */
  success: (title: string, description?: string): string =>
    show({ kind: 'success', title, description }, { timeout: shortMs }),
  /** Stands for 8 s, with a bar that runs out, and offers to take back what was done. */
  undoable: (title: string, description: string, undo: () => void): string =>
    show(
      { kind: 'success', title, description, act: { label: 'Undo', onAction: undo } },
      { timeout: undoMs },
    ),
  /** Something that is good to know and asks for nothing. Goes by itself after 5 s. */
  info: (title: string, description?: string): string =>
    show({ kind: 'info', title, description }, { timeout: shortMs }),
  /** Stands while something goes on, says how far it is, and gives its place to what came of it. */
  progress: (title: string, description?: string): ProgressToast => beginProgress(title, description),
  /** Stays until it is closed. */
  error: (title: string, description?: string): string => show({ kind: 'error', title, description }),
  close: (key: string): void => toasts.close(key),
}
