import { useKnocks } from './use-knocks.ts'

/** The ids of the user's own sessions where somebody waits now. */
export const useWaiting = (): ReadonlySet<string> =>
  new Set(
    useKnocks()
      .filter(({ state }) => state === 'waiting')
      .map(({ session_id }) => session_id),
  )
