/**
 * Keeps the browser's own doings away from a page that two people look at: whoever presses F5 would lose the talk, and
 * menus and dialogs of the browser would lie over it.
 */
export function holdPage(): void {
  window.addEventListener('contextmenu', (event) => event.preventDefault())
  window.addEventListener('dragstart', (event) => event.preventDefault())
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) event.preventDefault()
  })
}
