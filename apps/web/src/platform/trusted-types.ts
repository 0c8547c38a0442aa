interface PolicyFactory {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown
}

/** What of a text may become markup: nothing of it. */
export function emptyMarkup(text: string): string {
  if (text === '') return text
  throw new TypeError('Text does not become markup here.')
}

/**
 * Under our content policy text cannot become markup. React Aria empties its announcer by writing an empty text as
 * markup; that much is let through, and nothing else is.
 */
export function allowEmptyMarkup(): void {
  // Not in TypeScript's library yet, and not in every browser.
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', { createHTML: emptyMarkup })
}
