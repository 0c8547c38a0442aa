import { lookAt, samplePerson } from '../../../apps/web/src/features/calls/blur/sample-person.ts'

declare global {
  interface Window {
    samplePerson: typeof samplePerson
    lookAt: typeof lookAt
  }
}

/** An init script for a page: a drawn person as the camera's picture, and a function that judges how they are seen. */
export const sampleCamera = {
  content: `window.samplePerson = ${String(samplePerson)}; window.lookAt = ${String(lookAt)}`,
}
