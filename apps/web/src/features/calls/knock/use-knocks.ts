import { decideAdmission, waitingGuests, type WaitingGuest } from '@parley/contract/calls.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { useNotice } from '#platform/live/notices.ts'
import { queryOf } from '#platform/server/queries.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Whoever closes their page says nothing any more: the list has to be asked for. */
const somebodyMs = 5000
/** Notices tell of whoever comes; this is for the times when none come. */
const nobodyMs = 60_000

const asking = queryOf(waitingGuests, {})
const nobody: readonly WaitingGuest[] = []

/** Who is at the doors of one's own calls now, in the order of their coming. */
export function useKnocks(): readonly WaitingGuest[] {
  const client = useQueryClient()
  // At once, in a page that nobody looks at too: that is where a knock is missed.
  useNotice((notice) => {
    if (notice.kind === 'waiting') void client.invalidateQueries({ queryKey: asking.queryKey })
  })
  const { data } = useQuery({
    ...asking,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.data?.length ? somebodyMs : nobodyMs),
  })
  return data ?? nobody
}

/** Lets somebody in or turns them away. What was decided is taken off the list at once. */
export function useDecision() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ guest, admit }: { guest: WaitingGuest; admit: boolean }) =>
      request(decideAdmission, { params: { id: guest.id }, body: { admit } }),
    onMutate: async ({ guest }) => {
      await client.cancelQueries({ queryKey: asking.queryKey })
      client.setQueryData(asking.queryKey, (all) => all?.filter(({ id }) => id !== guest.id))
    },
    onError: (error, { guest, admit }) =>
      toast.error(
        admit ? `${guest.name} could not be let in` : `${guest.name} could not be turned away`,
        messageOf(error),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: asking.queryKey }),
  })
}
