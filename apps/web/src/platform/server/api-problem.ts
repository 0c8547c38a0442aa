import { unreadTexts } from '@parley/contract/wire/unread-texts.ts'

export interface FieldProblem {
  path: string
  message: string
}

interface Facts {
  /** The answer's status; 0 when there was no answer. */
  status: number
  code: string
  message: string
  errors?: readonly FieldProblem[]
  requestId?: string | undefined
  /** Seconds to wait before another try. */
  retryAfter?: number | undefined
}

/** Why a call failed, in the one form that screens handle. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(facts: Facts) {
    super(facts.message)
    this.name = 'ApiProblem'
    this.status = facts.status
    this.code = facts.code
    this.errors = facts.errors ?? []
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
  }
}

/** No answer, or a 5xx: the same call may succeed later. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500)

/** Out of scope (404) or not a valid id (400): either way there is nothing here for the viewer. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 400)

/** The text for the user: that of the first field error, else that of the answer. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.message : 'Please refresh the page.'

/** Reads an error answer. If a proxy's page comes instead of our JSON, the problem still has the right status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined)
  const wire = isWireProblem(body) ? body : undefined
  const errors = (wire?.errors ?? []).filter(isFieldProblem)
  const fallback = response.status >= 500 ? unreadTexts.internal : unreadTexts.malformed
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
  return new ApiProblem({
    status: response.status,
    code: wire?.code ?? 'unreadable',
    message: errors[0]?.message ?? wire?.response ?? fallback,
    errors,
    requestId: wire?.requestId,
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  })
}

export const noAnswer = (): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'no_answer',
    message: "Parley didn't answer. Check your connection and try again.",
  })

interface WireProblem {
  response: string
  code?: string
  errors?: unknown[]
  requestId?: string
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isWireProblem = (body: unknown): body is WireProblem =>
  isRecord(body) &&
  isText(body.response) &&
  isTextOrAbsent(body.code) &&
  isTextOrAbsent(body.requestId) &&
  (body.errors === undefined || Array.isArray(body.errors))

const isFieldProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && isText(value.path) && isText(value.message)
