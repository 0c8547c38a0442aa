import type { OwnProfile } from '@parley/contract/identity.ts'
import { getProfile, updateProfile, type Person, type SessionFate } from '@parley/contract/people.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useForm } from '#ui/form/use-form.ts'
import { DeleteQuestion } from '#features/people/delete-question.tsx'
import { futureQuery, isUnsettled, refusedSessions } from '#features/people/future-sessions/future-changes.ts'
import { FutureSessions } from '#features/people/future-sessions/future-sessions.tsx'
import { peopleCacheOf } from '#features/people/people-queries.ts'
import { sessionCacheOf } from '#features/sessions/sessions.ts'
import { EditedPerson } from './edited-person.tsx'
import { PersonDrawer } from './person-drawer.tsx'
import {
  attributesOf,
  changedBy,
  judgePerson,
  newPerson,
  valuesOf,
  type Kind,
  type PersonValues,
} from './person-values.ts'
import { personWords } from '#features/people/person-words.ts'

interface EditPersonProps {
  kind: Kind
  me: OwnProfile
  personId: string
  /** The list's copy of the person, shown until the API answers. */
  row: Person | undefined
  isOpen: boolean
  onClose: () => void
}

export function EditPerson({ kind, me, personId, row, isOpen, onClose }: EditPersonProps) {
  const asked = useQuery({
    ...queryOf(getProfile, { params: { id: personId } }),
    ...(row && { placeholderData: row }),
    enabled: isOpen,
  })
  // The version that the form builds on. It follows the server until the user changes a field, and is replaced by the
  // newest one after a save was refused as stale.
  const [base, setBase] = useState<Person>()
  const form = useForm({
    saved: base ? valuesOf(base) : newPerson(kind, me),
    judge: judgePerson(kind, me),
  })
  const [isOverBase, setIsOverBase] = useState(false)
  const isNewer = asked.data !== undefined && (base === undefined || asked.data.version > base.version)
  if (isNewer && form.changed.length === 0) setBase(asked.data)

  const client = useQueryClient()
  const [isMoving, setIsMoving] = useState(false)
  const save = useSave(kind, {
    onSaved: onClose,
    onRefused: (problem) => {
      if (isUnsettled(problem)) {
        // Nobody may leave sessions behind in their old organization: ask first what happens to each one.
        setIsMoving(true)
        void client.invalidateQueries(futureQuery(personId))
        return
      }
      form.refuse(
        problem.code === 'above_self' ? [{ path: 'privs', message: problem.message }] : problem.errors,
      )
      if (problem.code !== 'stale') return
      setIsOverBase(true)
      void asked.refetch().then(({ data }) => data && setBase(data))
    },
  })
  const deletion = useDeletion(me, base, onClose)
  const saveNow = (settle: SessionFate[]) => {
    if (base) save.mutate({ person: base, changes: form.changes, settle })
  }
  const submit = () => {
    if (form.changed.length === 0) onClose()
    else saveNow([])
  }

  return (
    <PersonDrawer
      title={personWords[kind].edit}
      act="Save"
      form={form}
      isOpen={isOpen}
      isSaving={save.isPending}
      isLocked={base?.abilities.edit !== true}
      onSave={submit}
      onClose={onClose}
      extra={deletion.button}
    >
      {base ? (
        <EditedPerson {...{ kind, me, form }} person={base} isOutdated={isOverBase || isNewer} />
      ) : (
        <Waiting error={asked.error} />
      )}
      <FutureSessions
        me={me}
        person={isMoving ? base : undefined}
        purpose="move"
        problems={refusedSessions(save.error, save.variables?.settle ?? [])}
        isSaving={save.isPending}
        onDecided={saveNow}
        onClose={() => setIsMoving(false)}
      />
      {deletion.question}
    </PersonDrawer>
  )
}

/** The button for those who may delete the person, and the question that it asks. */
function useDeletion(me: OwnProfile, person: Person | undefined, onDeleted: () => void) {
  const [isDeleting, setIsDeleting] = useState(false)
  const mayDelete = person?.abilities.delete === true && isAtLeast(me.privs, 'Admin')
  return {
    button: mayDelete && (
      <div className="mr-auto -ml-3.5">
        <Button look="quiet" icon={<Trash2 />} onPress={() => setIsDeleting(true)}>
          Delete User
        </Button>
      </div>
    ),
    question: (
      <DeleteQuestion
        me={me}
        person={isDeleting ? person : undefined}
        onDeleted={onDeleted}
        onClose={() => setIsDeleting(false)}
      />
    ),
  }
}

interface SaveOptions {
  onSaved: () => void
  onRefused: (problem: ApiProblem) => void
}

interface PersonUpdate {
  person: Person
  changes: Partial<PersonValues>
  settle: SessionFate[]
}

function useSave(kind: Kind, { onSaved, onRefused }: SaveOptions) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ person, changes, settle }: PersonUpdate) => {
      const body = { attributes: attributesOf(changes), version: person.version, settle }
      const given = { params: { id: person.id }, body }
      return peopleCacheOf(client).change({
        row: person,
        apply: changedBy(changes),
        act: (signal) => request(updateProfile, given, { signal }),
      })
    },
    onSuccess: (person, { settle }) => {
      if (settle.length) void sessionCacheOf(client).refetch()
      toast.success('Saved', nameOf(person))
      onSaved()
    },
    onError: (error) => {
      if (!isUnsettled(error)) toast.error(personWords[kind].updateFailed, messageOf(error))
      if (error instanceof ApiProblem) onRefused(error)
    },
  })
}

/** Shown if a link opened the form: the person is still loading, or could not be loaded. */
function Waiting({ error }: { error: unknown }) {
  if (error) return <Note kind="error">{messageOf(error)}</Note>
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">Loading</span>
      <Skeleton className="size-14 rounded-round" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  )
}
