import type { Session } from '@parley/contract/sessions.ts'
import { useNowAt } from '#platform/time/clock.ts'
import { nextTick } from '#features/sessions/words/countdown.ts'
import { nextTurn } from './session-turns.ts'

const minuteMs = 60_000

/** The current time, updated each minute, when a countdown changes, and when a session opens, starts or closes. */
export const useSessionClock = (sessions: readonly Session[]): number =>
  useNowAt((now) =>
    Math.min(
      nextTick(sessions, now) ?? Infinity,
      nextTurn(sessions, now) ?? Infinity,
      now - (now % minuteMs) + minuteMs,
    ),
  )
