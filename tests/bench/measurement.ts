/** One line of `pnpm bench`. */
export interface Line {
  name: string
  ours: string
  /** The same work without us, where there is such a thing. */
  bare?: string
  /** With its spread, where there is a bare one. */
  ratio?: string
  limit: string
  isGood: boolean
}

export interface MeasureOptions {
  /** 'short' shows that the machinery works; its figures say little. */
  size: 'full' | 'short'
  say: (line: string) => void
}

export interface Measurement {
  about: string
  measure: (options: MeasureOptions) => Promise<Line[]>
}
