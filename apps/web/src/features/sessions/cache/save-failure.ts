import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { toast } from '#ui/overlay/toast.ts'

/** The server's own words if it refused the call, else a text saying that the failure is on our side. */
export function saveFailureText(error: unknown): string {
  return error instanceof ApiProblem && !isAway(error)
    ? error.message
    : "We're experiencing technical difficulties."
}

export const tellSaveFailure = (error: unknown): string =>
  toast.error("Sorry, we can't save your session.", saveFailureText(error))
