import { createKeptText } from '#base/store.ts'

/** The last choices, the same for every call in this browser. */
export const keptDevices = {
  camera: createKeptText('parley.camera'),
  microphone: createKeptText('parley.microphone'),
  speaker: createKeptText('parley.speaker'),
  /** 'off' if the person wants to be heard with everything around them. */
  noiseSuppression: createKeptText('parley.noise-suppression'),
}
