/**
 * Suppresses the browser's own shortcuts and menus while two people look at the page: F5 would lose the talk, and the
 * browser's menus and dialogs would cover it.
 */
export function holdPage(): void {
  window.addEventListener('contextmenu', (event) => event.preventDefault())
  window.addEventListener('dragstart', (event) => event.preventDefault())
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) event.preventDefault()
  })
}
