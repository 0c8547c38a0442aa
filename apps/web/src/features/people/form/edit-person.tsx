import type { OwnProfile } from '@parley/contract/identity.ts'
import { getProfile, updateProfile, type Person, type SessionFate } from '@parley/contract/people.ts'
import { problems } from '@parley/contract/problems.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { isAbove, writableFields, type Viewer } from '@parley/contract/rules/people.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { dayText } from '#platform/time/dates.ts'
import { queryOf } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { Skeleton } from '#ui/page/skeleton.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useForm } from '#ui/form/use-form.ts'
import { DeleteQuestion } from '#features/people/delete-question.tsx'
import { futureQuery, isUnsettled, refusedSessions } from '#features/people/future-sessions/future-changes.ts'
import { FutureSessions } from '#features/people/future-sessions/future-sessions.tsx'
import { peopleCacheOf } from '#features/people/people-queries.ts'
import { sessionCacheOf } from '#features/sessions/sessions.ts'
import { PersonDrawer } from './person-drawer.tsx'
import { PersonFields } from './person-fields.tsx'
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
import { SecondFactorReset } from './second-factor-reset.tsx'

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
  const [isDeleting, setIsDeleting] = useState(false)
  const mayDelete = base?.abilities.delete === true && isAtLeast(me.privs, 'Admin')
  const writable = base ? writableFields(viewerOf(me), base) : []
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
      extra={
        mayDelete && (
          <div className="mr-auto -ml-3.5">
            <Button look="quiet" icon={<Trash2 />} onPress={() => setIsDeleting(true)}>
              Delete User
            </Button>
          </div>
        )
      }
    >
      {base ? (
        <>
          <Who me={me} person={base} />
          {(isOverBase || isNewer) && (
            <Note kind="warning">{problems.stale.text} Yours is not saved yet.</Note>
          )}
          {base.deletedAt !== null && <Note kind="warning">This person was deleted.</Note>}
          {base.deletedAt === null && !base.abilities.edit && (
            <Note kind="error">{lockedText(viewerOf(me), base)}</Note>
          )}
          <PersonFields
            kind={kind}
            me={me}
            form={form}
            mayWrite={(field) => writable.includes(field)}
            isNew={false}
          />
          {base.has_second_factor && base.abilities.resetSecondFactor && <SecondFactorReset person={base} />}
        </>
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
      <DeleteQuestion
        me={me}
        person={isDeleting ? base : undefined}
        onDeleted={onClose}
        onClose={() => setIsDeleting(false)}
      />
    </PersonDrawer>
  )
}

interface Saving {
  onSaved: () => void
  onRefused: (problem: ApiProblem) => void
}

interface PersonUpdate {
  person: Person
  changes: Partial<PersonValues>
  settle: SessionFate[]
}

function useSave(kind: Kind, { onSaved, onRefused }: Saving) {
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

/**
 * Why the form is read-only: the person's level is not below the viewer's, or the coach only sees this client through a
 * shared session.
 */
const lockedText = (viewer: Viewer, person: Person): string =>
  isAbove(viewer, person) ? 'You can only edit your own clients.' : problems.not_below.text

const viewerOf = ({ id, privs, organization_id }: OwnProfile) => ({
  id,
  privs,
  organizationId: organization_id,
})

const Who = ({ me, person }: { me: OwnProfile; person: Person }) => (
  <div className="flex items-center gap-4">
    <Avatar person={person} size={56} />
    <div className="min-w-0">
      <p className="text-large font-semibold wrap-anywhere">{nameOf(person)}</p>
      <p className="text-label text-ink-3">Member since {dayText(zoneOf(me), person.createdAt)}</p>
    </div>
  </div>
)

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
