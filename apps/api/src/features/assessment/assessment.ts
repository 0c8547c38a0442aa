/** The part of the assessment that other features use. */
export { countScored } from './counting.ts'
