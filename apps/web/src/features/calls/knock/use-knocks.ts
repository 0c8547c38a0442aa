import { decideAdmission, waitingGuests, type WaitingGuest } from '@parley/contract/calls/calls.ts'
import { useEffect } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createStore, useStore } from '#base/store.ts'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { channel } from '#platform/live/channel.ts'
import { useNotice } from '#platform/live/notices.ts'
import { queryOf } from '#platform/server/queries.ts'
import { toast } from '#ui/overlay/toast.ts'

/**
 * Polling interval while somebody waits, or without notices: a client who closes their page sends nothing any more, so the
 * list has to be fetched.
 */
const somebodyMs = 5000
/** Polling interval otherwise: notices report arrivals, and this covers the ones that get lost. */
const nobodyMs = 60_000

const asking = queryOf(waitingGuests, {})
const nobody: readonly WaitingGuest[] = []

// The cards that the coach has closed, on every page of this tab. A card comes back when something new happens to its
// person.
const closed = createStore<readonly string[]>([])
const keyOf = ({ id, state, since }: WaitingGuest): string => `${id} ${state} ${since}`

/** The people at the doors of the coach's own calls now, except for the cards that were closed. */
export function useOpenKnocks() {
  const all = useKnocks()
  const hidden = useStore(closed)
  return {
    guests: all.filter((guest) => !hidden.includes(keyOf(guest))),
    close: (guest: WaitingGuest) => closed.write([...hidden, keyOf(guest)]),
  }
}

/** The people at the doors of the coach's own calls now, in order of arrival. */
function useKnocks(): readonly WaitingGuest[] {
  const client = useQueryClient()
  // Refetch at once, even in a hidden page: that is where a knock is missed.
  useNotice((notice) => {
    if (notice.kind === 'waiting') void client.invalidateQueries({ queryKey: asking.queryKey })
  })
  // Refetch as soon as notices are back: otherwise a knock that came in between would wait for its turn in the staggered
  // refetch of everything else.
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

/** The ids of the user's own sessions where somebody waits now. */
export const useWaiting = (): ReadonlySet<string> =>
  new Set(
    useKnocks()
      .filter(({ state }) => state === 'waiting')
      .map(({ session_id }) => session_id),
  )

/** The client who waits at the door of this session, if it is the user's own call. */
export const useWaitingGuest = (sessionId: string): WaitingGuest | undefined =>
  useKnocks().find(({ session_id, state }) => session_id === sessionId && state === 'waiting')

/** Lets a person in, now or once this coach has joined, or turns them away. The list is updated optimistically. */
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
        admit ? `Couldn't let ${guest.name} in` : `Couldn't turn ${guest.name} away`,
        messageOf(error),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: asking.queryKey }),
  })
}
