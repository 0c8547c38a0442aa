/** A busy browser fetches the URL late. If it were revoked by then, it would save an empty file without a name. */
const keptMs = 60_000

/** Hands a file to the browser as a download. */
export function saveFile(filename: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}

/** Hands a text to the browser as a download. */
export const saveText = (filename: string, text: string, type = 'text/plain'): void =>
  saveFile(filename, new Blob([text], { type }))
