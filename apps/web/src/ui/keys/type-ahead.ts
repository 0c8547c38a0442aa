/** Text that was typed before the field that takes it was there. */
export interface TypeAhead {
  /** Returns the text and stops catching keys: from now on they go to the focused element. */
  take: () => string
}

/**
 * Catches what is typed from now on, for an overlay that may have to be loaded first. It ends when the overlay takes the
 * text, when another overlay has the focus, or with Esc.
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
    // Neither a shortcut nor a button of the page below may react.
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
