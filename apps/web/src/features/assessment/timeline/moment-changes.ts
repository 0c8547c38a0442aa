import { removeMoment, saveMoment, type Moment } from '@parley/contract/assessment/moments.ts'
import { tagsOf } from '@parley/contract/rules/assessment/assessment.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { momentsQuery, ofClient } from '#features/assessment/model/answer-queries.ts'
import { toast } from '#ui/overlay/toast.ts'

interface ChangeOptions {
  onDone: () => void
}

/** Saves the author's new note on their moment. */
export function useNote(session: Session, { onDone }: ChangeOptions) {
  const client = useQueryClient()
  const { queryKey } = momentsQuery(session)
  return useMutation({
    mutationFn: ({ moment, note }: { moment: Moment; note: string }) =>
      request(saveMoment, {
        params: { ...ofClient(session), momentId: moment.id },
        body: { tags: tagsOf(moment), at: moment.at, note, version: moment.version + 1 },
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, (known) => known?.map((each) => (each.id === saved.id ? saved : each)))
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

export function useRemoval(session: Session, { onDone }: ChangeOptions) {
  const client = useQueryClient()
  const { queryKey } = momentsQuery(session)
  return useMutation({
    mutationFn: ({ id }: Moment) => request(removeMoment, { params: { ...ofClient(session), momentId: id } }),
    onSuccess: (_, { id }) => {
      client.setQueryData(queryKey, (known) => known?.filter((each) => each.id !== id))
      onDone()
    },
    onError: (error) => toast.error("Couldn't remove the moment", messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
