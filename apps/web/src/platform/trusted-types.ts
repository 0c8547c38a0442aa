interface PolicyFactory {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown
}

/** Lets only the empty text become markup. */
export function emptyMarkup(text: string): string {
  if (text === '') return text
  throw new TypeError('Text does not become markup here.')
}

/**
 * Our content policy forbids turning text into markup. React Aria clears its announcer by writing an empty text as
 * markup, so only that is allowed.
 */
export function allowEmptyMarkup(): void {
  // Not in TypeScript's library yet, nor in every browser.
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', { createHTML: emptyMarkup })
}
