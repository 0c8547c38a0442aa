import { problems, type ProblemCode } from '@parley/contract/wire/problems.ts'

export interface FieldFault {
  path: string
  message: string
}

interface More {
  /** A text that is more exact than the catalogue's. */
  text?: string
  faults?: readonly FieldFault[]
  retryAfterSeconds?: number
  /** With `stale`: the current state. */
  present?: unknown
}

/** A refusal. Features throw it; only `platform/http/http.ts` turns it into an answer. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly faults: readonly FieldFault[]
  readonly retryAfterSeconds: number | undefined
  readonly present: unknown

  constructor(code: ProblemCode, more: More = {}) {
    super(more.text ?? problems[code].text)
    this.code = code
    this.status = problems[code].status
    this.faults = more.faults ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.present = more.present
  }
}

export const problem = (code: ProblemCode, more?: More): Problem => new Problem(code, more)
