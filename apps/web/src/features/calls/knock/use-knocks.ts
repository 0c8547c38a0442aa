import { decideAdmission, waitingGuests, type WaitingGuest } from '@parley/contract/calls.ts'
import { useEffect } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createStore, useStore } from '#base/store.ts'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { channel } from '#platform/live/channel.ts'
import { useNotice } from '#platform/live/notices.ts'
import { queryOf } from '#platform/server/queries.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Whoever closes their page says nothing any more, and without notices nobody does: the list has to be asked for. */
const somebodyMs = 5000
/** Notices tell of whoever comes; this is for the times when none come. */
const nobodyMs = 60_000

const asking = queryOf(waitingGuests, {})
const nobody: readonly WaitingGuest[] = []

// What the coach has closed, on every page of this tab. It comes back when something new happens to its person.
const closed = createStore<readonly string[]>([])
const keyOf = ({ id, state, since }: WaitingGuest): string => `${id} ${state} ${since}`

/** Who is at the doors of one's own calls now, but for the cards that were closed. */
export function useOpenKnocks() {
  const all = useKnocks()
  const hidden = useStore(closed)
  return {
    guests: all.filter((guest) => !hidden.includes(keyOf(guest))),
    close: (guest: WaitingGuest) => closed.write([...hidden, keyOf(guest)]),
  }
}

/** Who is at the doors of one's own calls now, in the order of their coming. */
export function useKnocks(): readonly WaitingGuest[] {
  const client = useQueryClient()
  // At once, in a page that nobody looks at too: that is where a knock is missed.
  useNotice((notice) => {
    if (notice.kind === 'waiting') void client.invalidateQueries({ queryKey: asking.queryKey })
  })
  // A knock that came while no notices did would wait for the spread of everything else that is asked for again.
  const live = useStore(channel)
  const upSince = live?.state === 'up' ? live.since : undefined
  const isUp = upSince !== undefined
  useEffect(() => {
    if (upSince !== undefined) void client.invalidateQueries({ queryKey: asking.queryKey })
  }, [client, upSince])
  const { data } = useQuery({
    ...asking,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.data?.length || !isUp ? somebodyMs : nobodyMs),
  })
  return data ?? nobody
}

/** Lets somebody in, now or once this coach has joined, or turns them away. What was decided is taken off the list at once. */
export function useDecision() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ guest, admit }: { guest: WaitingGuest; admit: boolean | 'when_joined' }) =>
      request(decideAdmission, { params: { id: guest.id }, body: { admit } }),
    onMutate: async ({ guest, admit }) => {
      await client.cancelQueries({ queryKey: asking.queryKey })
      client.setQueryData(asking.queryKey, (all) =>
        admit === 'when_joined'
          ? all?.map((each) => (each.id === guest.id ? { ...each, is_promised: true } : each))
          : all?.filter(({ id }) => id !== guest.id),
      )
    },
    onError: (error, { guest, admit }) =>
      toast.error(
        admit ? `${guest.name} could not be let in` : `${guest.name} could not be turned away`,
        messageOf(error),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: asking.queryKey }),
  })
}
