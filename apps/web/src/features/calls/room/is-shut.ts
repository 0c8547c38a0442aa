import { ApiProblem } from '#platform/server/api-problem.ts'

/**
 * Whether the API said that there is no way into the call any more. Without an answer, or after a temporary one, the call
 * retries.
 */
export const isShut = (error: unknown): boolean =>
  error instanceof ApiProblem && [403, 404, 409].includes(error.status)
