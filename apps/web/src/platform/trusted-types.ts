interface PolicyFactory {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown
}

/**
 * Under our content policy text cannot become markup. React Aria empties its announcer by writing an empty text as
 * markup; that much is let through, and nothing else is.
 */
export function allowEmptyMarkup(): void {
  // Not in TypeScript's library yet, and not in every browser.
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (text === '') return text
      throw new TypeError('Text does not become markup here.')
    },
  })
}
