import { constants } from './constants.ts'

/** The nearest quarter of an hour, ties up. Every zone's offset is a multiple of a quarter, so instants suffice. */
export const roundToStep = (instantMs: number): number =>
  Math.floor(instantMs / constants.timeStepMs + 0.5) * constants.timeStepMs

export const isOnStep = (instantMs: number): boolean => instantMs % constants.timeStepMs === 0
