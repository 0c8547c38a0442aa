import { useStore } from '#base/store.ts'

const small = matchMedia('(width < 40rem)')

function watch(onChange: () => void): () => void {
  small.addEventListener('change', onChange)
  return () => small.removeEventListener('change', onChange)
}

const isSmall = (): boolean => small.matches

/** Under 640 px. For what has another structure there; what only looks different is left to CSS. */
export const useSmallScreen = (): boolean => useStore({ watch, read: isSmall })
