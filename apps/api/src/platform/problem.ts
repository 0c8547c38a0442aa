import { problems, type ProblemCode } from '@parley/contract/problems.ts'

export interface FieldFault {
  path: string
  message: string
}

interface More {
  /** Says more exactly what is in the way than the catalogue can. */
  text?: string
  faults?: readonly FieldFault[]
  retryAfterSeconds?: number
  /** With `stale`: what is there now. */
  present?: unknown
}

/** A refusal on its way to the wire. Thrown by features, turned into an answer by `platform/http.ts` alone. */
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
