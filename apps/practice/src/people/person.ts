import type { ReactNode } from 'react'

export interface Tones {
  skin: string
  /** Where light falls, where it does not, and the lines between. */
  light: string
  shade: string
  deep: string
  /** Where the light is caught. */
  shine: string
  blush: string
  lip: string
  lipLight: string
  lipLine: string
  iris: string
  lash: string
  brow: string
}

/** What makes a face that of one person. Drawn 600 wide, the nose at 300, the eyes at 290, the chin at 455. */
export interface Features {
  /** The outline. */
  face: string
  eyeWidth: number
  eyeHeight: number
  /** The distance of an eye's middle from the nose. */
  eyesApart: number
  /** How far the crease lies above the lid. */
  crease: number
  lashes: number
  brow: { y: number; thick: number; arch: number; long: number }
  noseWidth: number
  noseTip: number
  mouth: { y: number; width: number; upper: number; lower: number }
  /** Half as wide as the neck. */
  neck: number
  /** How clearly the years show, 0 to 1. */
  years: number
}

export interface Person {
  /** Names its gradients. */
  id: string
  tones: Tones
  features: Features
  hairBehind: ReactNode
  body: ReactNode
  /** Ears, and what hangs on them. */
  ears: ReactNode
  /** On the skin, below eyes and mouth: a beard, freckles. */
  onFace: ReactNode
  hairBefore: ReactNode
}
