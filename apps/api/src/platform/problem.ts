import { problems, type ProblemCode } from '@parley/contract/problems.ts'

export interface FieldFault {
  path: string
  message: string
}

/** A refusal on its way to the wire. Thrown by features, turned into an answer by `platform/http.ts` alone. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly faults: readonly FieldFault[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, more: { faults?: readonly FieldFault[]; retryAfterSeconds?: number } = {}) {
    super(problems[code].text)
    this.code = code
    this.status = problems[code].status
    this.faults = more.faults ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const problem = (code: ProblemCode, more?: ConstructorParameters<typeof Problem>[1]): Problem =>
  new Problem(code, more)
