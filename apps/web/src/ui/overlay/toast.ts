import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'
import { createStore, useStore } from '#base/store.ts'

/** An action that is offered while the toast is shown, such as Undo. */
interface ToastAct {
  label: string
  onAction: () => void
}

export interface ToastText {
  kind: 'info' | 'success' | 'warning' | 'error' | 'progress'
  /** Replaces the icon of its kind. */
  icon?: LucideIcon | undefined
  title: string
  description?: string | undefined
  act?: ToastAct | undefined
  /** The action is offered for exactly this long, even under the pointer or with the focus. */
  endsInMs?: number
}

interface ToastOptions {
  /** The subject: the next toast about it replaces this one, as a success replaces the failure before it. */
  about?: string
  act?: ToastAct | undefined
  icon?: LucideIcon
  /** How long it is shown, if that differs from others of its kind. */
  ms?: number | 'until closed'
}

interface Ending {
  timeout?: number
  onGone?: (() => void) | undefined
  about?: string | undefined
  /** Shown until it is closed, even in a call. */
  isKept?: boolean
}

const shortMs = 5000
const undoMs = 8000
/** In a call no toast is shown for longer, unless it asks for an answer or reports progress. */
const inCallMs = 8000

const endingOf = ({ about, ms }: ToastOptions, usual?: number): Ending => {
  const timeout = ms ?? usual
  return { about, isKept: ms === 'until closed', ...(typeof timeout === 'number' && { timeout }) }
}

/** For the region that shows them (toast-region.tsx, use-keep-clear.ts); screens use `toast`. */
export const toasts = new ToastQueue<ToastText>({ maxVisibleToasts: 3 })

// The toasts that are shown or queued, with their subjects.
const present = new Map<string, Pick<Ending, 'about' | 'isKept'>>()

function closeAbout(about: string): void {
  for (const [key, each] of present) if (each.about === about) toasts.close(key)
}

const asksNothing = ({ kind, act }: ToastText): boolean => kind !== 'progress' && act === undefined

function put(text: ToastText, { timeout, onGone, about, isKept = false }: Ending = {}): string {
  if (about !== undefined) closeAbout(about)
  const ends = timeout ?? (isInCall() && !isKept && asksNothing(text) ? inCallMs : undefined)
  const key = toasts.add(text, {
    ...(ends !== undefined && { timeout: ends }),
    onClose: () => {
      present.delete(key)
      onGone?.()
    },
  })
  present.set(key, { about, isKept })
  return key
}

/** Does not repeat a toast that is already shown, unless either of them has an action. */
function show(text: ToastText, ending?: Ending): string {
  const standing = toasts.visibleToasts.find(
    ({ content }) =>
      content.title === text.title && content.description === text.description && !content.act && !text.act,
  )
  return standing?.key ?? put(text, ending)
}

interface ProgressToast {
  update: (description: string) => void
  done: (title: string, description?: string) => void
  fail: (title: string, description?: string) => void
  close: () => void
}

function beginProgress(title: string, description: string | undefined): ProgressToast {
  let key = put({ kind: 'progress', title, description })
  // A toast's content cannot change, so each update replaces the toast.
  const replace = (text: ToastText, ending?: Ending) => {
    toasts.close(key)
    key = put(text, ending)
  }
  return {
    update: (next) => replace({ kind: 'progress', title, description: next }),
    done: (next, more) => replace({ kind: 'success', title: next, description: more }, { timeout: shortMs }),
    fail: (next, more) => replace({ kind: 'error', title: next, description: more }),
    close: () => toasts.close(key),
  }
}

interface UndoOffer {
  title: string
  description: string
  undo: () => void
  /** How long the server allows the undo. */
  ms: number
  about: string
  /** The toast is gone, whether Undo was pressed or not. */
  onGone: () => void
}

/** The server's time runs on while somebody points at the toast, so the offer ends without waiting for them. */
function offerUndo({ title, description, undo, ms, about, onGone }: UndoOffer): string {
  const text: ToastText = {
    kind: 'success',
    title,
    description,
    act: { label: 'Undo', onAction: undo },
    endsInMs: ms,
  }
  const gone = () => {
    clearTimeout(timer)
    onGone()
  }
  const key = put(text, { about, onGone: gone })
  const timer = setTimeout(() => toasts.close(key), ms)
  return key
}

/**
 * Where toasts are shown: in the corner, or at the top of a page that has controls at its bottom. In a call: at the top
 * of the stage, or low at its left while the application has the stage.
 */
type ToastPlace = 'corner' | 'top' | 'stage' | 'application'

const place = createStore<ToastPlace>('corner')

const isInCall = (): boolean => place.read() === 'stage' || place.read() === 'application'

/** When a call begins, gives toasts without an end the time limit of the call. */
function endInCall(): void {
  for (const { key, content, timeout } of [...toasts.visibleToasts]) {
    const { about, isKept } = present.get(key) ?? {}
    if (timeout !== undefined || isKept || !asksNothing(content)) continue
    toasts.close(key)
    put(content, { about })
  }
}

export const usePresentToastPlace = (): ToastPlace => useStore(place)

/** Shows toasts elsewhere while the caller is mounted. */
export function useToastPlace(wanted: ToastPlace): void {
  useEffect(() => {
    place.write(wanted)
    if (isInCall()) endInCall()
    return () => place.write('corner')
  }, [wanted])
}

/** Shows what happened, at the edge of the screen. A returned string is the key that closes the toast. */
export const toast = {
  /** Closes after 5 s, or after 8 s if it has an action. */
  success: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'success', title, description, act, icon }, endingOf(more, act ? undoMs : shortMs)),
  /** Shown for 8 s, with a bar that runs out and an Undo button. */
  undoable: (title: string, description: string, undo: () => void): string =>
    show(
      { kind: 'success', title, description, act: { label: 'Undo', onAction: undo } },
      { timeout: undoMs },
    ),
  /** The same, for exactly as long as the server allows the undo. */
  undoableFor: offerUndo,
  /** Something good to know that needs no reaction. Closes after 5 s. */
  info: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'info', title, description, act, icon }, endingOf(more, shortMs)),
  /** Something that runs without a known extent. Shown for `ms` at most. */
  loading: (
    title: string,
    description: string,
    options: Required<Pick<ToastOptions, 'about' | 'ms'>>,
  ): string => put({ kind: 'progress', title, description }, endingOf(options)),
  /** Shown while something runs, with how far it is; its outcome then replaces it. */
  progress: (title: string, description?: string): ProgressToast => beginProgress(title, description),
  /** Shown until it is closed; in a call for 8 s. */
  warning: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'warning', title, description, act, icon }, endingOf(more)),
  error: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'error', title, description, act, icon }, endingOf(more)),
  close: (key: string): void => toasts.close(key),
  /** Closes every toast about a subject, because it is over. */
  closeAbout,
  /** Closes all toasts: the next user must not see any of them. */
  clear: (): void => {
    for (const key of present.keys()) toasts.close(key)
  },
}
