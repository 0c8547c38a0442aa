import type { OwnProfile } from '@parley/contract/identity.ts'
import { createSession } from '@parley/contract/sessions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useForm } from '#ui/form/use-form.ts'
import { attempt } from '#features/sessions/cache/attempt.ts'
import { tellSaveFailure } from '#features/sessions/cache/save-failure.ts'
import { sessionCacheOf } from '#features/sessions/cache/session-cache.ts'
import { SessionFormModal } from './session-form.tsx'
import { creationOf, judgeSession, newValues } from './session-values.ts'
import { whenText } from '#features/sessions/list/session-words.ts'

interface ScheduleSessionProps {
  me: OwnProfile
  isOpen: boolean
  onClose: () => void
}

export function ScheduleSession({ me, isOpen, onClose }: ScheduleSessionProps) {
  const cache = sessionCacheOf(useQueryClient())
  const zone = zoneOf(me)
  const now = useNow()
  const [saved] = useState(() => newValues(me, zone, now))
  const form = useForm({ saved, judge: judgeSession(now) })
  const keyFor = useAttemptKey()
  const create = useMutation({
    mutationFn: () => {
      const body = creationOf(form.values, me)
      return cache.create((signal) => {
        const send = (idempotencyKey: string) => request(createSession, { body }, { signal, idempotencyKey })
        return attempt(send, signal, keyFor.wish(body))
      })
    },
    onSuccess: (session) => {
      toast.success('Session scheduled', `${session.title}, ${whenText(zone, session)}`)
      onClose()
    },
    onError: (error) => {
      if (!isAway(error)) keyFor.answered()
      if (error instanceof ApiProblem) form.refuse(error.errors)
      tellSaveFailure(error)
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

/**
 * One key for one wish: pressed again after no answer came, the same form is the same wish, and the server books it once.
 * A refusal ends it, for what was refused may be granted later.
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
