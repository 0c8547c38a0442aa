import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { toast } from '#ui/overlay/toast.ts'

/** The server's own words where it had something to say, else that it is not the person's fault. */
export function saveFailureText(error: unknown): string {
  return error instanceof ApiProblem && !isAway(error)
    ? error.message
    : "We're experiencing technical difficulties."
}

export const tellSaveFailure = (error: unknown): string =>
  toast.error("Sorry, we can't save your session.", saveFailureText(error))
