/** What was typed while the field that will take it was still on its way. */
export interface TypeAhead {
  /** Hands over what was typed, and leaves the keys to whatever has the focus from now on. */
  take: () => string
}

/**
 * Catches what is typed from now on, for something that opens over the page and may have to be loaded first. It ends when
 * that takes it, when anything else over the page has the focus, or with Esc.
 */
export function beginTypeAhead(onLeave: () => void): TypeAhead {
  let text = ''
  const stop = () => document.removeEventListener('keydown', press, { capture: true })
  function press(event: KeyboardEvent): void {
    if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return stop()
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || event.isComposing) return undefined
    if (key === 'Escape') {
      stop()
      return onLeave()
    }
    if (key === 'Backspace') text = text.slice(0, -1)
    else if (key.length === 1) text += key
    else if (key !== 'Enter') return undefined
    // Neither a shortcut nor a button of the page below.
    event.preventDefault()
    event.stopPropagation()
    return undefined
  }
  document.addEventListener('keydown', press, { capture: true })
  return {
    take: () => {
      stop()
      return text
    },
  }
}
