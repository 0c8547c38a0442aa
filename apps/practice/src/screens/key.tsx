/** Shows a button's shortcut. Screen readers get it from `aria-keyshortcuts`. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="key" aria-hidden="true">
      {name}
    </kbd>
  )
}
