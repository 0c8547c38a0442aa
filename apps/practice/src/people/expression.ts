import type { Step } from '../mood.ts'

/** The expression of a face. Lengths are in units of the drawing, which is 600 wide. */
export interface Expression {
  /** From 0, shut, to 1, wide open. */
  lids: number
  /** How far the lower lids rise, 0 to 1: eyes that smile with the mouth. */
  narrow: number
  /** The direction of the eyes, sideways and down, -1 to 1. */
  aside: number
  down: number
  /** How far the face turns to a side, and how far the head sinks and tilts. */
  turn: number
  sink: number
  tilt: number
  /** How far the brows come down, at the nose and at the temple. */
  browIn: number
  browOut: number
  /** How far the corners of the mouth rise, how much wider it is, and how tightly shut, 0 to 1. */
  corners: number
  wide: number
  tight: number
}

export const expressions: Record<Step, Expression> = {
  Closed: {
    lids: 0.6,
    narrow: 0,
    aside: -0.85,
    down: 0.4,
    turn: -11,
    sink: 7,
    tilt: -2,
    browIn: 3.5,
    browOut: 1.5,
    corners: -3,
    wide: -1,
    tight: 0.6,
  },
  Guarded: {
    lids: 0.72,
    narrow: 0,
    aside: -0.35,
    down: 0.12,
    turn: -5,
    sink: 3,
    tilt: -1,
    browIn: 2,
    browOut: 0,
    corners: -1.5,
    wide: -1,
    tight: 0.35,
  },
  Listening: {
    lids: 0.84,
    narrow: 0,
    aside: 0,
    down: 0,
    turn: 0,
    sink: 0,
    tilt: 0.5,
    browIn: -1.5,
    browOut: -1,
    corners: 1.5,
    wide: 0,
    tight: 0.1,
  },
  Open: {
    lids: 0.93,
    narrow: 0.2,
    aside: 0,
    down: 0,
    turn: 1,
    sink: -1,
    tilt: 1.8,
    browIn: -3.5,
    browOut: -3,
    corners: 5.5,
    wide: 3,
    tight: 0,
  },
  Trusting: {
    lids: 0.9,
    narrow: 0.55,
    aside: 0,
    down: 0,
    turn: 2,
    sink: -2,
    tilt: 2.4,
    browIn: -4.5,
    browOut: -4,
    corners: 9,
    wide: 8,
    tight: 0,
  },
}

/** Interpolates between two expressions, `share` from 0 to 1. */
export function between(from: Expression, to: Expression, share: number): Expression {
  const way = (key: keyof Expression) => from[key] + (to[key] - from[key]) * share
  return {
    lids: way('lids'),
    narrow: way('narrow'),
    aside: way('aside'),
    down: way('down'),
    turn: way('turn'),
    sink: way('sink'),
    tilt: way('tilt'),
    browIn: way('browIn'),
    browOut: way('browOut'),
    corners: way('corners'),
    wide: way('wide'),
    tight: way('tight'),
  }
}
