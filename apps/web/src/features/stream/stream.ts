// Exports for the calls feature.
export { Application } from './view/application.tsx'
export { firstName, holderOf, laneOf, type StreamPerson } from './view/control/stream-people.ts'
export { useStream } from './view/use-stream.ts'
export { refusalOf } from './model/stream-server.ts'
export { shownOf, type StreamSession } from './model/stream-session.ts'
export { troubleTexts } from './model/stream-news.ts'
export { canShowH264 } from './tuned-offer.ts'
