import { ApiProblem } from '#platform/server/api-problem.ts'
import { reportError } from '#platform/server/report-error.ts'
import { toast } from '#ui/overlay/toast.ts'
import type { Call } from './room/call-room.ts'

/** The subject of toasts about joining: the next attempt replaces the toast, and a call that was joined closes it. */
export const joining = 'joining a call'

interface JoinCallOptions {
  /** Undefined if another tab of this browser has the call. */
  open: () => Promise<Call | undefined>
  /** Whether the page is still shown. */
  isHere: () => boolean
  onOpened: (call: Call) => void
  onElsewhere: () => void
}

/** Opens a call for the page that shows it, or tells the person that it failed. Settles with whether it worked. */
export async function joinCall({ open, isHere, onOpened, onElsewhere }: JoinCallOptions): Promise<boolean> {
  try {
    const opened = await open()
    toast.closeAbout(joining)
    // Without a call, another tab was quicker. If the person left the page meanwhile, leave the call, which nobody would
    // see.
    if (!opened) onElsewhere()
    else if (isHere()) onOpened(opened)
    else await opened.leave()
    return true
  } catch (error) {
    // A refusal by the API is an answer; anything else needs to be investigated.
    if (!(error instanceof ApiProblem)) reportError(error)
    toast.error('Error joining session', 'Please refresh the page and try again.', { about: joining })
    return false
  }
}
