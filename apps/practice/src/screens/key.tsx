/** The key that does the same. Whoever listens hears it from `aria-keyshortcuts`. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="key" aria-hidden="true">
      {name}
    </kbd>
  )
}
