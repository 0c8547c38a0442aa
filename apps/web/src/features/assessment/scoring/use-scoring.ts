import { getAssessment, getRubric } from '@parley/contract/assessment/assessment.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from '#base/store.ts'
import { usePollMs } from '#platform/live/channel.ts'
import { refetcherOf, useLiveRefetch } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { outboxOf } from '#features/assessment/model/outboxes.ts'
import { markedMoments, sheetOf } from '#features/assessment/model/sheet.ts'
import { clientOf } from '#features/sessions/sessions.ts'
import {
  answersLive,
  momentsQuery,
  ofClient,
  showsAnswersOf,
} from '#features/assessment/model/answer-queries.ts'
import type { ScoringActs, ScoringView } from './scoring-view.ts'

interface ScoringOptions {
  session: Session
  me: OwnProfile
  /** Whether a call is going on in which moments can be marked. */
  isInCall: boolean
}

/** A client's answers in a session and the actions on them. Until they are loaded, `failure` tells what went wrong. */
export function useScoring({ session, me, isInCall }: ScoringOptions) {
  const about = ofClient(session)
  const outbox = outboxOf(me.id)
  const state = useStore(outbox)
  const client = useQueryClient()
  const answersQuery = queryOf(getAssessment, { params: about })
  const answers = useQuery({ ...answersQuery, refetchInterval: usePollMs() })
  const rubric = useQuery({
    ...queryOf(getRubric, { params: { version: String(answers.data?.rubric_version) } }),
    enabled: answers.data !== undefined,
    staleTime: Infinity,
  })
  const moments = useQuery(momentsQuery(session))
  useLiveRefetch(answersLive)
  // Refetch after a save; after several in quick succession, once after the last.
  const saved = state.stored.filter(({ sessionId }) => sessionId === session.id).at(-1)?.clientId
  useEffect(() => {
    if (saved !== undefined) refetcherOf(client).askAgain(showsAnswersOf(session.id), 'soon')
  }, [saved, client, session.id])
  // Leaving the page sends the texts that wait for a pause.
  useEffect(() => outbox.hurry, [outbox])

  const marked = markedMoments(session.id, { moments: moments.data ?? [], at: moments.dataUpdatedAt }, state)
  const person = clientOf(session)
  const view: ScoringView | undefined =
    answers.data && rubric.data && person
      ? {
          client: person,
          rubric: rubric.data,
          sheet: sheetOf(session.id, answers.data, state),
          moments: marked,
          isAway: state.isAway,
          isOnlyHere: state.isOnlyHere,
          dropped: state.dropped.get(session.id) ?? 0,
          zone: zoneOf(me),
        }
      : undefined
  const acts: ScoringActs = {
    onSet: (conversation, path, value) => outbox.say(about, { kind: 'criterion', conversation, path, value }),
    onText: (conversation, path, data) => {
      const base = view?.sheet.texts.get(`${conversation}/${path}`)?.number ?? 0
      outbox.say(about, { kind: 'text', conversation, path, data, base })
    },
    onSettled: outbox.hurry,
    onRetry: outbox.retry,
    onDiscard: outbox.discard,
    onMoment: isInCall
      ? (conversation, path) => {
          const id = crypto.randomUUID()
          const at = new Date().toISOString()
          outbox.say(about, { kind: 'moment', id, conversation, path, at, note: '', version: 1 })
          return id
        }
      : undefined,
    onNote: (id, note) => {
      const moment = marked.find((each) => each.id === id)
      if (!moment?.isOwn) return
      const { conversation, path, at, version } = moment
      outbox.say(about, { kind: 'moment', id, conversation, path, at, note, version: version + 1 })
    },
  }
  const failed = [answers, rubric].find(({ isLoadingError }) => isLoadingError)
  return {
    view,
    acts,
    failure: failed && {
      error: failed.error,
      isRetrying: failed.isFetching,
      onRetry: () => void failed.refetch(),
    },
  }
}
