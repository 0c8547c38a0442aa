/** Hands a text to the browser as a download. */
export function saveFile(filename: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
