/** The name of the key that makes a letter a command: Apple's keyboards have their own. */
export const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
