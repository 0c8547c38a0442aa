/** What other features show of calls. */
export { PortalKnocks } from './knock/knocks.tsx'
export { useWaiting } from './knock/use-waiting.ts'
