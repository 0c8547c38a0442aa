import { ApiProblem } from '#platform/server/api-problem.ts'

/** The API has said that there is no way in any more. Without an answer, or with one that passes, one tries again. */
export const isShut = (error: unknown): boolean =>
  error instanceof ApiProblem && [403, 404, 409].includes(error.status)
