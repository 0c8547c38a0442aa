import { readPresence, type CallPresence } from '@parley/contract/calls/call-record.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { queryOf } from '#platform/server/queries.ts'
import { useSessionChanges } from '#features/sessions/sessions.ts'
import { NoShowQuestion } from './no-show-question.tsx'

/** Where a person goes after leaving: to the sessions after the no-show question, otherwise to the completion page. */
export type WayOut = 'completion' | 'sessions'

interface LeavingOptions {
  session: Session
  me: OwnProfile
  leave: () => void
}

interface Leaving {
  onLeave: () => void
  question: ReactNode
  /** Leave was pressed, and the facts are being fetched. */
  isLooking: boolean
  /** 'No Show' is being saved: the page waits for it, though the call may already be over. */
  isUnderWay: boolean
  wayOut: () => WayOut
}

/** Leaving waits at most this long for the facts: those known last are at most 15 s old. */
const patienceMs = 2000
const askEveryMs = 15_000
const askOftenMs = 3000

/** Whether to ask: before the end by the server's own clock, and only if the server would accept a no-show. */
const isAskedBy = ({ abilities, now }: CallPresence, { end_time }: Session): boolean =>
  abilities.noShow && Date.parse(now) < Date.parse(end_time)

/** Time in the call is never taken back: a client who was there long enough can't become a no-show later. */
const isRuledOut = ({ abilities, now }: CallPresence, { start_time }: Session): boolean =>
  !abilities.noShow && Date.parse(now) >= Date.parse(start_time)

/**
 * Leaving a call. The session's coach is asked whether the client is a no-show, exactly when the server would accept that
 * and the end has not come; everybody else leaves at once.
 */
export function useLeaving({ session, me, leave }: LeavingOptions): Leaving {
  const client = useQueryClient()
  const { cancel } = useSessionChanges()
  const [isAsked, setIsAsked] = useState(false)
  const [isLooking, setIsLooking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const way = useRef<WayOut>('completion')
  const isForMe = session.coach_id === me.id && !isOrgType(session)
  const asking = queryOf(readPresence, { params: { id: session.id } })
  const { data: presence } = useQuery({
    ...asking,
    enabled: isForMe,
    refetchInterval: ({ state: { data } }) => {
      if (isAsked) return askOftenMs
      return data && isRuledOut(data, session) ? false : askEveryMs
    },
  })

  const factsNow = (): Promise<CallPresence> =>
    Promise.race([
      client.fetchQuery({ ...asking, staleTime: 0, retry: false }),
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no answer in time')), patienceMs)
      }),
    ])
  const onLeave = async () => {
    if (isLooking) return
    if (!isForMe || (presence && isRuledOut(presence, session))) return leave()
    setIsLooking(true)
    // Without an answer, the facts known last decide.
    const facts = await factsNow().catch(() => presence)
    setIsLooking(false)
    if (facts && isAskedBy(facts, session)) setIsAsked(true)
    else leave()
  }
  const exit = () => {
    way.current = 'sessions'
    leave()
  }
  const markNoShow = async () => {
    setIsPending(true)
    const isDone = await cancel(session, { noShow: true })
    // If the API refused, the coach is still in the call, and the client may be too.
    if (isDone) exit()
    else setIsAsked(false)
    setIsPending(false)
  }
  return {
    onLeave: () => void onLeave(),
    isLooking,
    isUnderWay: isPending,
    wayOut: () => way.current,
    question: presence && (
      <NoShowQuestion
        {...{ me, session, presence, isPending }}
        // A client who arrives meanwhile and stays is no no-show, so there is nothing left to ask.
        isOpen={isAsked && (isPending || presence.abilities.noShow)}
        onExit={exit}
        onNoShow={() => void markNoShow()}
        onClose={() => setIsAsked(false)}
      />
    ),
  }
}
