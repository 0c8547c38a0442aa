const secrets: [RegExp, string][] = [
  [/(\/(?:set-password|confirm-email|join)\/)[^\s/?#"'<>)\]]+/gi, '$1***'],
  [/(token=)[^\s&#"'<>)\]]+/gi, '$1***'],
  [/(Bearer\s+)[^\s"'<>)\]]+/gi, '$1***'],
  [/(Guest\s+)[\w-]{40,}/gi, '$1***'],
]

/** Masks what would let a reader of the log sign in: password and guest links, tokens in addresses and headers. */
export const maskSecrets = (text: string): string =>
  secrets.reduce((masked, [pattern, replacement]) => masked.replaceAll(pattern, replacement), text)
