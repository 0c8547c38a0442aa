import type { OwnProfile } from '@parley/contract/identity.ts'
import { problems } from '@parley/contract/wire/problems.ts'
import { updateSession, type Session } from '@parley/contract/sessions/sessions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useForm } from '#ui/form/use-form.ts'
import { sessionCacheOf } from '#features/sessions/cache/session-cache.ts'
import { toastSaveFailure } from './form-words.ts'
import { SessionFormModal } from './session-form.tsx'
import { useSession } from '#features/sessions/cache/session-queries.ts'
import { changedBy, judgeSession, newValues, updateOf, valuesOf } from './session-values.ts'

interface EditSessionProps {
  me: OwnProfile
  sessionId: string
  /** The list's copy of the session, shown until the API answers. */
  row: Session | undefined
  isOpen: boolean
  onClose: () => void
}

export function EditSession({ me, sessionId, row, isOpen, onClose }: EditSessionProps) {
  const zone = zoneOf(me)
  const now = useNow()
  const asked = useSession(sessionId, { isWanted: isOpen })
  // The version that the form builds on. It follows the server until the user changes a field, and is replaced by the
  // newest one after a save was refused as stale.
  const [base, setBase] = useState<Session | undefined>(row)
  const saved = base && valuesOf(base, zone)
  const form = useForm({ saved: saved ?? newValues(me, zone, now), judge: judgeSession(now, saved) })
  const [isOverBase, setIsOverBase] = useState(false)
  const isNewer = asked.data !== undefined && (base === undefined || asked.data.version > base.version)
  if (isNewer && form.changed.length === 0) setBase(asked.data)

  const save = useSave({
    onSaved: onClose,
    onRefused: (problem) => {
      form.refuse(problem.errors)
      if (problem.code !== 'stale') return
      setIsOverBase(true)
      void asked.refetch().then(({ data }) => data && setBase(data))
    },
  })
  const submit = () => {
    if (form.changed.length === 0) onClose()
    else if (base) {
      const body = updateOf(form.values, form.changes, base.version)
      save.mutate({ session: base, body, apply: changedBy(form.values, body) })
    }
  }
  const isLocked = base?.abilities.edit !== true
  const isFixed = base?.abilities.editTimes !== true

  return (
    <SessionFormModal
      title="Edit session"
      act="Save"
      {...{ me, zone, now, form, isOpen, isLocked, isFixed, onClose }}
      except={sessionId}
      isSaving={save.isPending}
      onSave={submit}
    >
      {!base && asked.error && <Note kind="error">{messageOf(asked.error)}</Note>}
      {(isOverBase || isNewer) && base && (
        <Note kind="warning">{problems.stale.text} Yours is not saved yet.</Note>
      )}
      {base && !isLocked && isFixed && (
        <Note kind="info">This session has started: its time and people can no longer be changed.</Note>
      )}
      {base && isLocked && <Note kind="error">{problems.not_editable.text}</Note>}
    </SessionFormModal>
  )
}

interface SaveOptions {
  onSaved: () => void
  onRefused: (problem: ApiProblem) => void
}

interface SessionUpdate {
  session: Session
  body: ReturnType<typeof updateOf>
  apply: (session: Session) => Session
}

function useSave({ onSaved, onRefused }: SaveOptions) {
  const cache = sessionCacheOf(useQueryClient())
  return useMutation({
    mutationFn: ({ session, body, apply }: SessionUpdate) =>
      cache.change({
        row: session,
        apply,
        act: (signal) => request(updateSession, { params: { id: session.id }, body }, { signal }),
      }),
    onSuccess: (session) => {
      toast.success('Saved', session.title)
      onSaved()
    },
    onError: (error) => {
      toastSaveFailure(error)
      if (error instanceof ApiProblem) onRefused(error)
    },
  })
}
