/** One line of `pnpm bench`. */
export interface Line {
  name: string
  ours: string
  /** The same work without our code, where there is a comparison. */
  bare?: string
  /** `ours` to `bare` with its spread, where there is a comparison. */
  ratio?: string
  limit: string
  isGood: boolean
}

export interface MeasureOptions {
  /** 'short' only shows that the measurement runs; its figures say little. */
  size: 'full' | 'short'
  say: (line: string) => void
}

export interface Measurement {
  about: string
  measure: (options: MeasureOptions) => Promise<Line[]>
}
