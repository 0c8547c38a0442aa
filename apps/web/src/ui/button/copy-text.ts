/** Copies a text that is still on its way. Some browsers allow that only if it starts inside the click handler. */
export const copyText = (text: Promise<string>): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
