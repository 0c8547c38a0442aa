// What other features and the pages need of the assessment.
export { SessionMoments } from './timeline/session-moments.tsx'
