import type { DeviceChoice } from './device-states.ts'

/** The system's own choice, whatever it is at the time. */
export const defaultId = 'default'

/** 'Default' is an entry of its own: Chromium has one for sound, the others have none. */
export function withDefault(choices: readonly DeviceChoice[]): readonly DeviceChoice[] {
  const [first] = choices
  if (!first || choices.some(({ deviceId }) => deviceId === defaultId)) return choices
  return [
    { deviceId: defaultId, label: first.label === '' ? 'Default' : `Default - ${first.label}` },
    ...choices,
  ]
}

/** Which device the system's choice is now: Chromium says it in the entry's words, the others by putting it first. */
export const defaultNow = (choices: readonly DeviceChoice[]): string | undefined =>
  withDefault(choices).find(({ deviceId }) => deviceId === defaultId)?.label

/** What was chosen, or the default where it is gone: with devices there, something is always chosen. */
export const chosenAmong = (choices: readonly DeviceChoice[], deviceId: string): string | undefined =>
  (
    choices.find((each) => each.deviceId === deviceId) ??
    choices.find((each) => each.deviceId === defaultId) ??
    choices[0]
  )?.deviceId

export const labelOf = (choices: readonly DeviceChoice[], deviceId: string): string =>
  choices.find((each) => each.deviceId === deviceId)?.label.replace(/^Default - /, '') || 'the default device'

/** How an output is named to `setSinkId`: Firefox knows the default by an empty name alone, as the standard has it. */
export const sinkOf = (speaker: string): string => (speaker === defaultId ? '' : speaker)
