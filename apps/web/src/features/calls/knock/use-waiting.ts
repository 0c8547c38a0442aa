import { useKnocks } from './use-knocks.ts'

/** The own sessions at whose door somebody waits now, by their ids. */
export const useWaiting = (): ReadonlySet<string> =>
  new Set(
    useKnocks()
      .filter(({ state }) => state === 'waiting')
      .map(({ session_id }) => session_id),
  )
