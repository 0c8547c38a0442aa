import type { OwnProfile } from '@parley/contract/identity.ts'
import { createSession, type Session } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { useForm } from '#ui/form/use-form.ts'
import { toast } from '#ui/overlay/toast.ts'
import { attempt } from '#features/sessions/cache/attempt.ts'
import { sessionCacheOf } from '#features/sessions/cache/session-cache.ts'
import { placeOf } from '#features/sessions/list/session-range.ts'
import { whenText } from '#features/sessions/words/session-words.ts'
import { toastSaveFailure } from './form-words.ts'
import { SessionFormModal } from './session-form.tsx'
import type { PersonOption } from './person-options.ts'
import { newTimesFor, type Times } from './session-times.ts'
import {
  bookedBy,
  creationOf,
  judgeSession,
  newValues,
  timeValues,
  type ChosenPeople,
} from './session-values.ts'
import { useAvailability } from '#features/sessions/ruler/session-lanes.ts'

interface ScheduleSessionProps {
  me: OwnProfile
  /** People already chosen when the form opens. */
  chosen?: ChosenPeople | undefined
  isOpen: boolean
  onClose: () => void
}

export function ScheduleSession({ me, chosen, isOpen, onClose }: ScheduleSessionProps) {
  const cache = sessionCacheOf(useQueryClient())
  const toastScheduled = useScheduledToast(me)
  const zone = zoneOf(me)
  const now = useNow()
  const [empty] = useState(() => newValues(me, zone, now, chosen))
  const [coach, setCoach] = useState(empty.coach_id)
  const times = useFirstTimes(coach, zone, now)
  // Times that the user has not changed follow the coach.
  const form = useForm({
    saved: times ? { ...empty, ...timeValues(times, zone) } : empty,
    judge: judgeSession(now),
  })
  if (form.values.coach_id !== coach) setCoach(form.values.coach_id)
  const keyFor = useAttemptKey()
  const create = useMutation({
    mutationFn: () => {
      const body = creationOf(form.values, me)
      return cache.create({
        row: bookedBy(form.values, me, now),
        act: (signal) => {
          const send = (idempotencyKey: string) =>
            request(createSession, { body }, { signal, idempotencyKey })
          return attempt(send, signal, keyFor.wish(body))
        },
      })
    },
    onSuccess: (session) => {
      toastScheduled(session)
      onClose()
    },
    onError: (error) => {
      if (!isAway(error)) keyFor.answered()
      if (error instanceof ApiProblem) form.refuse(error.errors)
      toastSaveFailure(error)
    },
  })
  return (
    <SessionFormModal
      title="Schedule Session"
      act="Schedule Session"
      {...{ me, zone, now, form, isOpen, onClose }}
      isSaving={create.isPending}
      onSave={() => create.mutate()}
    />
  )
}

/** The earliest times for a session with this coach, once the coach's day is known; computed once for each coach. */
function useFirstTimes(coach: PersonOption | null, zone: string, now: number): Times | undefined {
  const [day] = useState(() => dayIn(now, zone))
  const { lanes } = useAvailability({
    coach,
    others: nobody,
    span: undefined,
    day,
    zone,
    now,
    except: undefined,
  })
  const [found, setFound] = useState<{ coachId: string; times: Times }>()
  const [lane] = lanes
  const coachId = coach?.value
  if (lane?.isKnown && coachId !== undefined && found?.coachId !== coachId)
    setFound({ coachId, times: newTimesFor(lane, now) })
  return found && found.coachId === coachId ? found.times : undefined
}

const nobody: readonly PersonOption[] = []

/**
 * One idempotency key per user action. If no answer came and the same form is submitted again, it is the same action, and
 * the server books it once. A refusal ends it, because what was refused may be granted later.
 */
function useAttemptKey() {
  const kept = useRef<{ text: string; key: ReturnType<typeof crypto.randomUUID> }>(undefined)
  return {
    wish: (body: unknown) => {
      const text = JSON.stringify(body)
      if (kept.current?.text !== text) kept.current = { text, key: crypto.randomUUID() }
      return kept.current.key
    },
    answered: () => void (kept.current = undefined),
  }
}

/** Reports what was booked and when, and links to its day in the list. */
export function useScheduledToast(me: OwnProfile): (session: Session) => void {
  const navigate = useNavigate()
  return (session) =>
    void toast.success('Session scheduled', `${session.title}, ${whenText(zoneOf(me), session)}`, {
      act: { label: 'Show', onAction: () => void navigate(placeOf(session, me)) },
    })
}
