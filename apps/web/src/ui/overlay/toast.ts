import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'
import { createStore, useStore } from '#base/store.ts'

/** Something that can be done about it while the toast stands, such as Undo. */
interface ToastAct {
  label: string
  onAction: () => void
}

export interface ToastText {
  kind: 'info' | 'success' | 'warning' | 'error' | 'progress'
  /** In place of the sign of its kind. */
  icon?: LucideIcon | undefined
  title: string
  description?: string | undefined
  act?: ToastAct | undefined
  /** The act is offered so long and not a moment longer, whoever looks at it. */
  endsInMs?: number
}

interface ToastOptions {
  /** What it is about: the next word on the same takes its place, as a success does with the failure before it. */
  about?: string
  act?: ToastAct | undefined
  icon?: LucideIcon
  /** How long it stands, where that differs from the others of its kind. */
  ms?: number | 'until closed'
}

interface Ending {
  timeout?: number
  onGone?: (() => void) | undefined
  about?: string | undefined
  /** Stands until it is closed, in a call too. */
  isKept?: boolean
}

const shortMs = 5000
const undoMs = 8000
/** In a call nothing stands for longer, unless it asks for an answer or says that something goes on. */
const inCallMs = 8000

const endingOf = ({ about, ms }: ToastOptions, usual?: number): Ending => {
  const timeout = ms ?? usual
  return { about, isKept: ms === 'until closed', ...(typeof timeout === 'number' && { timeout }) }
}

/** Read by the region alone (toast-region.tsx); screens speak through `toast`. */
export const toasts = new ToastQueue<ToastText>({ maxVisibleToasts: 3 })

// Those that stand or wait to, with what they are about.
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

/** What already stands is not said a second time, unless something can be done about each. */
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
  // A toast's content stands as it was given: what changes is another in its place.
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
  /** How long the server takes it back. */
  ms: number
  about: string
  /** It does not stand any more, pressed or not. */
  onGone: () => void
}

/** The server's own time runs while somebody looks at the toast, so its end does not wait for them. */
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
 * Where they stand: in the corner, or at the top of a page whose bottom is full of controls. In a call at the top of the
 * stage, and low at its left where the application has the stage.
 */
type ToastPlace = 'corner' | 'top' | 'stage' | 'application'

const place = createStore<ToastPlace>('corner')

const isInCall = (): boolean => place.read() === 'stage' || place.read() === 'application'

/** What stood without an end when the call began ends there like the others. */
function endInCall(): void {
  for (const { key, content, timeout } of [...toasts.visibleToasts]) {
    const { about, isKept } = present.get(key) ?? {}
    if (timeout !== undefined || isKept || !asksNothing(content)) continue
    toasts.close(key)
    put(content, { about })
  }
}

export const usePresentToastPlace = (): ToastPlace => useStore(place)

/** Puts toasts elsewhere while the caller stands. */
export function useToastPlace(wanted: ToastPlace): void {
  useEffect(() => {
    place.write(wanted)
    if (isInCall()) endInCall()
    return () => place.write('corner')
  }, [wanted])
}

/** Says what happened, at the edge of the screen. Each gives the key that closes it. */
export const toast = {
  /** Goes by itself after 5 s, or 8 s where something can be done about it. */
  success: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'success', title, description, act, icon }, endingOf(more, act ? undoMs : shortMs)),
  /** Stands for 8 s, with a bar that runs out, and offers to take back what was done. */
  undoable: (title: string, description: string, undo: () => void): string =>
    show(
      { kind: 'success', title, description, act: { label: 'Undo', onAction: undo } },
      { timeout: undoMs },
    ),
  /** The same, for just so long as the server allows it. */
  undoableFor: offerUndo,
  /** Something that is good to know and asks for nothing. Goes by itself after 5 s. */
  info: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'info', title, description, act, icon }, endingOf(more, shortMs)),
  /** Something goes on that nobody knows the measure of. Stands for so long at most. */
  loading: (
    title: string,
    description: string,
    options: Required<Pick<ToastOptions, 'about' | 'ms'>>,
  ): string => put({ kind: 'progress', title, description }, endingOf(options)),
  /** Stands while something goes on, says how far it is, and gives its place to what came of it. */
  progress: (title: string, description?: string): ProgressToast => beginProgress(title, description),
  /** Stays until it is closed; in a call for 8 s. */
  warning: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'warning', title, description, act, icon }, endingOf(more)),
  error: (title: string, description?: string, { act, icon, ...more }: ToastOptions = {}): string =>
    show({ kind: 'error', title, description, act, icon }, endingOf(more)),
  close: (key: string): void => toasts.close(key),
  /** Closes whatever is said about something: it is over. */
  closeAbout,
  /** Nothing of what was said is for whoever comes next. */
  clear: (): void => {
    for (const key of present.keys()) toasts.close(key)
  },
}
