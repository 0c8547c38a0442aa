import { useState, type KeyboardEvent } from 'react'
import { useListedShortcuts, type ShortcutScope } from '#ui/keys/shortcuts.tsx'

const opener = '[data-row-opener]'

const listKeys: ShortcutScope<never> = {
  title: 'In a list',
  shortcuts: [
    { keys: ['↑', '↓'], text: 'Go from row to row' },
    { keys: ['Home', 'End'], text: 'Go to the first or last row' },
    { keys: ['Enter'], text: 'Open the row' },
    { keys: ['Shift', 'F10'], text: "Open the row's menu" },
  ],
}

/** Keyboard navigation of a list of rows, and the row with the open menu. */
export function useRowKeys() {
  useListedShortcuts(listKeys)
  const [menuKey, setMenuKey] = useState<string>()
  return {
    menuKey,
    setMenuKey,
    handlers: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => walkRows(event, setMenuKey),
      onContextMenu: keepBrowserMenuOut,
    },
  }
}

/** Arrow keys walk from row to row, Home and End to the ends; the menu key and Shift+F10 open the row's menu. */
function walkRows(event: KeyboardEvent<HTMLElement>, openMenu: (rowKey: string | undefined) => void): void {
  const { target, currentTarget, key, shiftKey } = event
  // React bubbles key events of a row's menu to here, although the menu is rendered elsewhere in the page.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
    event.preventDefault()
    openMenu(target.closest<HTMLElement>('[data-row]')?.dataset.row)
    return
  }
  if (!target.matches(opener)) return
  const openers = [...currentTarget.querySelectorAll<HTMLElement>(opener)]
  const next = openers[indexAfter(key, openers.indexOf(target as HTMLElement), openers.length)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function indexAfter(key: string, index: number, count: number): number {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}

/** Leaves the browser's own menu to the right mouse button; the menu key has already opened ours. */
function keepBrowserMenuOut(event: { nativeEvent: MouseEvent; preventDefault: () => void }): void {
  if (event.nativeEvent.button !== 2) event.preventDefault()
}
