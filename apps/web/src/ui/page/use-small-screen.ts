import { createStore, useStore, type Store } from '#base/store.ts'

const screenUnder = (width: string) => screenLike(`(width < ${width})`)

/**
 * Reads `matches` only when it changed: Chromium drops the event if `matches` was read after a resize and before the event.
 * A component that renders at that moment would leave all others in the old layout.
 */
function screenLike(words: string): Store<boolean> {
  const query = matchMedia(words)
  const matching = createStore(query.matches)
  query.addEventListener('change', () => matching.write(query.matches))
  return matching
}

const small = screenUnder('40rem')
const tablet = screenUnder('48rem')
const sheet = screenUnder('47.5rem')
const shortPanel = screenLike('(width < 47.5rem), (height < 44rem)')
const low = screenLike('(height < 30rem)')
const lyingPhone = screenLike('(height < 30rem) and (orientation: landscape) and (pointer: coarse)')
const stacked = screenUnder('74.5rem')

/** Under 640 px. For components with a different structure there; CSS handles mere differences in looks. */
export const useSmallScreen = (): boolean => useStore(small)

/** Under 768 px, too narrow for the columns of a table. */
export const useCardScreen = (): boolean => useStore(tablet)

/** Under 760 px, where the call's panel is a sheet under the faces. */
export const useSheetScreen = (): boolean => useStore(sheet)

/** The call's panel has no room for two things below one another. */
export const useShortPanel = (): boolean => useStore(shortPanel)

/** Under 480 px high, as a phone in landscape is: nothing may stand above the faces. */
export const useLowScreen = (): boolean => useStore(low)

/** A phone in landscape: the main view takes the whole screen. */
export const useLyingPhone = (): boolean => useStore(lyingPhone)

/** A page's side column is below its content (`Columns`): anything that must stay on top goes elsewhere. */
export const useStackedScreen = (): boolean => useStore(stacked)
