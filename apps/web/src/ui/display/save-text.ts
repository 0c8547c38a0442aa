/** Some browsers read the object URL only after the click has returned. */
const readWithinMs = 60_000

/** Hands a text to the browser as a download. */
export function saveText(filename: string, text: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), readWithinMs)
}
