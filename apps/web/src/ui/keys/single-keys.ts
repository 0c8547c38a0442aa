import { createKeptText, useStore } from '#base/store.ts'

// Shortcuts of one key get in the way of voice control and slips of the hand: whoever wants none switches them off.
const kept = createKeptText('parley.single-keys')

export const areSingleKeysOn = (): boolean => kept.read() !== 'off'

export const switchSingleKeys = (isOn: boolean): void => kept.write(isOn ? null : 'off')

/** Whether shortcuts of one key are on in this browser. */
export const useSingleKeys = (): boolean => useStore({ watch: kept.watch, read: areSingleKeysOn })
