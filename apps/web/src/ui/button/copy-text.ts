/** Puts a text that is still on its way where Paste finds it: some browsers allow that only from the press itself on. */
export const copyText = (text: Promise<string>): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
