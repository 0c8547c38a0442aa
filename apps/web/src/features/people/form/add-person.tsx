import type { OwnProfile } from '@parley/contract/identity.ts'
import { createProfile } from '@parley/contract/people.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useForm } from '#ui/form/use-form.ts'
import { peopleCacheOf } from '#features/people/people-queries.ts'
import { PersonDrawer } from './person-drawer.tsx'
import { PersonFields } from './person-fields.tsx'
import { addedBy, creationOf, judgePerson, newPerson, type Kind } from './person-values.ts'
import { personWords } from '#features/people/person-words.ts'

interface AddPersonProps {
  kind: Kind
  me: OwnProfile
  isOpen: boolean
  onClose: () => void
}

export function AddPerson({ kind, me, isOpen, onClose }: AddPersonProps) {
  const client = useQueryClient()
  const words = personWords[kind]
  const form = useForm({ saved: newPerson(kind, me), judge: judgePerson(kind, me) })
  const create = useMutation({
    mutationFn: () =>
      peopleCacheOf(client).create({
        row: addedBy(form.values),
        act: (signal) => request(createProfile, { body: creationOf(kind, form.values) }, { signal }),
      }),
    onSuccess: (person) => {
      toast.success(words.added, nameOf(person))
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiProblem) form.refuse(error.errors)
      toast.error(words.createFailed, messageOf(error))
    },
  })
  return (
    <PersonDrawer
      title={words.add}
      act={words.add}
      form={form}
      isOpen={isOpen}
      isSaving={create.isPending}
      onSave={() => create.mutate()}
      onClose={onClose}
    >
      <PersonFields kind={kind} me={me} form={form} mayWrite={() => true} isNew />
      <Note kind="info">
        {kind === 'client'
          ? "Clients don't sign in. They join with the link in each invitation."
          : 'No email goes out yet. ‘Send login email’ in the list lets them set a password.'}
      </Note>
    </PersonDrawer>
  )
}
