import { createKeptText } from '#base/store.ts'
import type { DeviceChoice } from './device-states.ts'

/** The last choices, the same for every call in this browser. */
export const keptDevices = {
  camera: createKeptText('parley.camera'),
  microphone: createKeptText('parley.microphone'),
  speaker: createKeptText('parley.speaker'),
  /** 'off' if the person wants to be heard with everything around them. */
  noiseSuppression: createKeptText('parley.noise-suppression'),
}

/** The device that the system uses at the moment. */
export const defaultId = 'default'

/** Adds an entry for the default: only Chromium has one of its own, and only for sound. */
export function withDefault(choices: readonly DeviceChoice[]): readonly DeviceChoice[] {
  const [first] = choices
  if (!first || choices.some(({ deviceId }) => deviceId === defaultId)) return choices
  return [
    { deviceId: defaultId, label: first.label === '' ? 'Default' : `Default - ${first.label}` },
    ...choices,
  ]
}

/** The device that is the system's default now: Chromium names it in the entry's label, the others list it first. */
export const defaultNow = (choices: readonly DeviceChoice[]): string | undefined =>
  withDefault(choices).find(({ deviceId }) => deviceId === defaultId)?.label

/** The chosen device, or the default if it is gone: as long as there are devices, one is always chosen. */
export const chosenAmong = (choices: readonly DeviceChoice[], deviceId: string): string | undefined =>
  (
    choices.find((each) => each.deviceId === deviceId) ??
    choices.find((each) => each.deviceId === defaultId) ??
    choices[0]
  )?.deviceId

export const labelOf = (choices: readonly DeviceChoice[], deviceId: string): string =>
  choices.find((each) => each.deviceId === deviceId)?.label.replace(/^Default - /, '') || 'the default device'

/** An output's name for `setSinkId`: Firefox knows the default only by the empty string, as the standard says. */
export const sinkOf = (speaker: string): string => (speaker === defaultId ? '' : speaker)
