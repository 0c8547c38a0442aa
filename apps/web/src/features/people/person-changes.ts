import {
  deleteProfile,
  resetSecondFactor,
  restoreProfile,
  sendLoginEmail,
  type Person,
  type SessionFate,
} from '@parley/contract/people.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { toast } from '#ui/overlay/toast.ts'
import { sessionCacheOf } from '#features/sessions/sessions.ts'
import { peopleCacheOf } from './people-queries.ts'

/** No optimistic update: the list waits for the API's answer. */
const asIs = (person: Person): Person => person

const byId = ({ id }: Person) => ({ params: { id } })

export const useSendLoginEmail = () =>
  useMutation({
    mutationFn: (person: Person) => request(sendLoginEmail, byId(person)),
    onSuccess: (_, person) =>
      toast.success(
        person.privs === levels.Client ? 'Session links sent' : 'Login email sent',
        `To ${person.email}.`,
      ),
    onError: (error) => toast.error('Error sending email', messageOf(error)),
  })

/** Soft-deletes a person and offers Undo in the toast. The same call settles a coach's future sessions. */
export function useDeletePerson({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ person, settle }: { person: Person; settle: SessionFate[] }) =>
      peopleCacheOf(client).change({
        row: person,
        apply: asIs,
        act: (signal) => request(deleteProfile, { ...byId(person), body: { settle } }, { signal }),
      }),
    onSuccess: (deleted, { settle }) => {
      if (settle.length) void sessionCacheOf(client).refetch()
      const undo = () => void restorePerson(client, deleted)
      toast.undoable('Successfully deleted user', `${nameOf(deleted)} was moved to Deleted.`, undo)
      onDeleted()
    },
    onError: (error) => toast.error('Error deleting user', messageOf(error)),
  })
}

/** Not a hook, because the toast that offers it may outlive its page. */
export async function restorePerson(client: QueryClient, person: Person): Promise<void> {
  const progress = toast.progress('Restoring user', nameOf(person))
  try {
    const restored = await peopleCacheOf(client).change({
      row: person,
      apply: asIs,
      act: (signal) => request(restoreProfile, byId(person), { signal }),
    })
    progress.done('User restored', `${nameOf(restored)} is back.`)
  } catch (error) {
    progress.fail('Error restoring user', messageOf(error))
  }
}

export function useResetSecondFactor({ onReset }: { onReset: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (person: Person) =>
      peopleCacheOf(client).change({
        row: person,
        apply: (row) => ({ ...row, has_second_factor: false }),
        act: (signal) => request(resetSecondFactor, byId(person), { signal }),
      }),
    onSuccess: (_, person) => {
      toast.success('Second factor reset', `${nameOf(person)} signs in with the password alone now.`)
      onReset()
    },
    onError: (error) => toast.error('Error updating user', messageOf(error)),
  })
}
