/** What other features need of erasing. */
export { EraseQuestion } from './erase-question.tsx'
