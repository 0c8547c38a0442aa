/** The parts of calls that other features show. */
export { PortalKnocks } from './knock/knocks.tsx'
export { useWaiting, useWaitingGuest } from './knock/use-knocks.ts'
