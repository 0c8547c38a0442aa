// What pages need of the assessment.
export { AggregatesSection } from './progress/aggregates-section.tsx'
export { progressQuery } from './progress/progress-queries.ts'
export { ProgressScreen } from './progress/progress-screen.tsx'
export { ProgressSection } from './progress/progress-section.tsx'
