import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { createKeptText, createStore, useStore } from '#base/store.ts'

interface Shortcut<Id extends string> {
  /** The action in `useShortcuts`. A shortcut without an id is only listed: a widget or the browser handles its keys. */
  id?: Id
  /** As printed on the keys; 'Mod' is Ctrl or, on a Mac, Cmd. */
  keys: readonly string[]
  text: string
}

/** Shortcuts that belong together. They work while the part of the page that has them is mounted. */
export interface ShortcutScope<Id extends string = string> {
  title: string
  shortcuts: readonly Shortcut<Id>[]
}

interface Registered {
  scope: ShortcutScope
  run: (id: string) => void
}

const registered = createStore<readonly Registered[]>([])

/** Makes shortcuts work and adds them to the list of `?` while the caller is mounted. */
export function useShortcuts<Id extends string>(
  scope: ShortcutScope<Id>,
  acts: Record<Id, () => void>,
): void {
  // The listener only passes ids of this scope.
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

/** For scopes with keys that a widget handles. */
export const useListedShortcuts = (scope: ShortcutScope<never>): void => useShortcuts(scope, {})

/** The shortcuts that work on the current page, each scope once. */
export const useShortcutList = (): ShortcutScope[] => [
  ...new Set(useStore(registered).map(({ scope }) => scope)),
]

/** The scope that was registered last wins. */
function press(event: KeyboardEvent): void {
  for (const { scope, run } of registered.read().toReversed()) {
    const id = scope.shortcuts.find((each) => each.id !== undefined && isPressed(each.keys, event))?.id
    if (id === undefined) continue
    // The browser would open its own search, or type the character.
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
  // A character such as ? needs Shift on some keyboards and not on others.
  return second === undefined && key === first && !ctrlKey && !metaKey && areSingleKeysOn() && isFree(target)
}

/** Caps Lock inverts letters: only Shift must count. */
function withoutCapsLock(event: KeyboardEvent): string {
  const { key, shiftKey } = event
  if (!event.getModifierState('CapsLock') || !/^\p{L}$/u.test(key)) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

const busy =
  'input, textarea, select, [contenteditable], [data-has-keys], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Single-key shortcuts work only outside of fields and of anything over the page. */
const isFree = (target: EventTarget | null): boolean => target instanceof Element && !target.closest(busy)

// Single-key shortcuts get in the way of voice control and slips of the hand, so users can switch them off.
const kept = createKeptText('parley.single-keys')

export const areSingleKeysOn = (): boolean => kept.read() !== 'off'

export const switchSingleKeys = (isOn: boolean): void => kept.write(isOn ? null : 'off')

/** Whether single-key shortcuts are on in this browser. */
export const useSingleKeys = (): boolean => useStore({ watch: kept.watch, read: areSingleKeysOn })

/** A key of the keyboard, drawn as on the keyboard itself. */
export const KeyCap = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-tag border border-line-2 bg-surface px-1 font-sans text-micro text-ink-3">
    {children}
  </kbd>
)

/** The name of the key that makes a letter a command: Apple's keyboards have their own. */
export const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
