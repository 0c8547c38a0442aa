import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#base/store.ts'
import { areSingleKeysOn } from './single-keys.ts'

interface Shortcut<Id extends string> {
  /** What it does by `useShortcuts`; without one a widget or the browser does it, and it is listed alone. */
  id?: Id
  /** As they are written on the keys; 'Mod' is Ctrl or, on a Mac, Cmd. */
  keys: readonly string[]
  text: string
}

/** Shortcuts that hold together, for as long as the part of the page that has them stands. */
export interface ShortcutScope<Id extends string = string> {
  title: string
  shortcuts: readonly Shortcut<Id>[]
}

interface Registered {
  scope: ShortcutScope
  run: (id: string) => void
}

const registered = createStore<readonly Registered[]>([])

/** Makes shortcuts work and puts them into the list of `?` while the caller stands. */
export function useShortcuts<Id extends string>(
  scope: ShortcutScope<Id>,
  acts: Record<Id, () => void>,
): void {
  // The listener hands back an id of this very scope.
  const run = useEffectEvent((id: string) => acts[id as Id]())
  useEffect(() => {
    const own: Registered = { scope, run: (id) => run(id) }
    if (registered.read().length === 0) document.addEventListener('keydown', press)
    registered.write([...registered.read(), own])
    return () => {
      registered.write(registered.read().filter((each) => each !== own))
      if (registered.read().length === 0) document.removeEventListener('keydown', press)
    }
  }, [scope])
}

/** For scopes whose keys a widget handles by itself. */
export const useListedShortcuts = (scope: ShortcutScope<never>): void => useShortcuts(scope, {})

/** What holds on the present page, each scope once. */
export const useShortcutList = (): ShortcutScope[] => [
  ...new Set(useStore(registered).map(({ scope }) => scope)),
]

/** The scope that came last knows best. */
function press(event: KeyboardEvent): void {
  for (const { scope, run } of registered.read().toReversed()) {
    const id = scope.shortcuts.find((each) => each.id !== undefined && isPressed(each.keys, event))?.id
    if (id === undefined) continue
    // The browser would go to its own search, or write the key.
    event.preventDefault()
    return run(id)
  }
}

function isPressed([first = '', second]: readonly string[], event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, target } = event
  const key = withoutCapsLock(event)
  if (first === 'Mod') {
    return key.toLowerCase() === second?.toLowerCase() && (ctrlKey || metaKey) && !altKey && !shiftKey
  }
  // A sign such as ? takes Shift on some keyboards and none on others.
  return second === undefined && key === first && !ctrlKey && !metaKey && areSingleKeysOn() && isFree(target)
}

/** Caps Lock turns letters around: what counts is whether Shift is held. */
function withoutCapsLock(event: KeyboardEvent): string {
  const { key, shiftKey } = event
  if (!event.getModifierState('CapsLock') || !/^\p{L}$/u.test(key)) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

const busy =
  'input, textarea, select, [contenteditable], [data-has-keys], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Keys that act alone do so outside of fields and of what lies over the page. */
const isFree = (target: EventTarget | null): boolean => target instanceof Element && !target.closest(busy)
