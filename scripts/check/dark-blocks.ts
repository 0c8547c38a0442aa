/**
 * The tokens define the dark theme twice, for the user's choice and for the system's, because CSS cannot combine a selector
 * and a media query with 'or'. A value changed in only one place would be wrong in half of all browsers.
 */
export function compareDarkBlocks(path: string, css: string): string[] {
  const chosen = /:root\[data-theme=['"]?dark['"]?\]\s*\{([^}]*)\}/.exec(css)?.[1]
  const system = /@media \(prefers-color-scheme: dark\)\s*\{[^{}]*\{([^}]*)\}/.exec(css)?.[1]
  if (chosen === undefined || system === undefined) {
    return [
      `${path}: there must be two dark blocks, ':root[data-theme="dark"]' and '@media (prefers-color-scheme: dark)'.`,
    ]
  }
  const inChosen = declarations(chosen)
  const inSystem = declarations(system)
  const odd = [...new Set(inChosen).symmetricDifference(new Set(inSystem))]
  if (odd.length === 0 && inChosen.length === inSystem.length) return []
  return [`${path}: the two dark blocks differ (${odd.join('; ') || 'a line is doubled'}). Make them equal.`]
}

const declarations = (block: string) =>
  block
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(';')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '')
