import { createKeptText, useStore } from '#base/store.ts'

// Single-key shortcuts get in the way of voice control and slips of the hand, so users can switch them off.
const kept = createKeptText('parley.single-keys')

export const areSingleKeysOn = (): boolean => kept.read() !== 'off'

export const switchSingleKeys = (isOn: boolean): void => kept.write(isOn ? null : 'off')

/** Whether single-key shortcuts are on in this browser. */
export const useSingleKeys = (): boolean => useStore({ watch: kept.watch, read: areSingleKeysOn })
