import type { ReactNode } from 'react'

export interface Tones {
  skin: string
  /** Lit skin, skin in shade, and the lines between. */
  light: string
  shade: string
  deep: string
  /** Highlights. */
  shine: string
  blush: string
  lip: string
  lipLight: string
  lipLine: string
  iris: string
  lash: string
  brow: string
}

/** The shape of one person's face. Drawn 600 wide, the nose at 300, the eyes at 290, the chin at 455. */
export interface Features {
  /** The outline. */
  face: string
  eyeWidth: number
  eyeHeight: number
  /** From the middle of an eye to the nose. */
  eyesApart: number
  /** How far the crease lies above the lid. */
  crease: number
  lashes: number
  brow: { y: number; thick: number; arch: number; long: number }
  noseWidth: number
  noseTip: number
  mouth: { y: number; width: number; upper: number; lower: number }
  /** Half the width of the neck. */
  neck: number
  /** How clearly age shows, 0 to 1. */
  years: number
}

export interface Person {
  /** Prefixes the ids of the person's gradients. */
  id: string
  tones: Tones
  features: Features
  hairBehind: ReactNode
  body: ReactNode
  /** Ears and earrings. */
  ears: ReactNode
  /** Drawn on the skin, under eyes and mouth: a beard, freckles. */
  onFace: ReactNode
  hairBefore: ReactNode
}
