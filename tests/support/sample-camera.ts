import { lookAt, samplePerson } from '../../apps/web/src/features/calls/blur/sample-person.ts'

declare global {
  interface Window {
    samplePerson: typeof samplePerson
    lookAt: typeof lookAt
  }
}

/** For a page before it is opened: somebody in a room whom a journey or a proof shows to a camera, and how they are seen. */
export const sampleCamera = {
  content: `window.samplePerson = ${String(samplePerson)}; window.lookAt = ${String(lookAt)}`,
}
