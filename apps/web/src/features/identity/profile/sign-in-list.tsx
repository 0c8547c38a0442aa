import { endSignIn, listSignIns, type OwnProfile } from '@parley/contract/identity.ts'
import type { Answered } from '@parley/contract/wire/route.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { useNow } from '#platform/time/clock.ts'
import { agoText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { agentText, isHandheld } from './agent-text.ts'

type SignIn = Answered<typeof listSignIns>[number]

const signInsQuery = queryOf(listSignIns, {})

/** Lists where the person is signed in, this device first, with a button to end each of the others. */
export function SignInList({ me }: { me: OwnProfile }) {
  const answer = useQuery(signInsQuery)
  const signIns = answer.data?.toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
  return (
    <SideSection title="Signed in on">
      {signIns && (
        <ul className="border-t border-line">
          {signIns.map((signIn) => (
            <SignInLine key={signIn.id} signIn={signIn} me={me} />
          ))}
        </ul>
      )}
      {answer.isPending && <Skeleton className="h-12 w-full" />}
      {answer.isLoadingError && (
        <div className="flex items-center justify-between gap-3 text-label text-ink-2">
          The list couldn't be loaded.
          <Button size="small" isPending={answer.isFetching} onPress={() => void answer.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </SideSection>
  )
}

function SignInLine({ signIn, me }: { signIn: SignIn; me: OwnProfile }) {
  const client = useQueryClient()
  const now = useNow()
  const words = agentText(signIn.agent)
  const ago = agoText(zoneOf(me), signIn.lastUsedAt, now)
  const Icon = isHandheld(signIn.agent) ? Smartphone : Laptop
  const end = useMutation({
    mutationFn: () => request(endSignIn, { params: { id: signIn.id } }),
    onSuccess: () => toast.success('Signed out', `${words}, last used ${ago}`),
    onError: (error) => toast.error('That device is still signed in', messageOf(error)),
    onSettled: () => client.invalidateQueries(signInsQuery),
  })
  return (
    <li className="flex items-center gap-3 border-b border-line py-2">
      <Icon className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.6} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{words}</p>
        <p className="truncate text-small text-ink-3">
          {signIn.isThis ? 'This device' : `${ago}, ${signIn.address}`}
        </p>
      </div>
      {!signIn.isThis && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Sign out ${words}, last used ${ago}`}
          isPending={end.isPending}
          onPress={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
