import { login, logout, me, type OwnProfile, type credentials } from '@parley/contract/identity.ts'
import { maySignIn } from '@parley/contract/rules/people/levels.ts'
import type { Answered } from '@parley/contract/wire/route.ts'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request, endOf } from '#platform/server/api.ts'
import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { usePollMs } from '#platform/live/channel.ts'
import { type LiveRule, useLiveRefetch } from '#platform/live/refetch.ts'
import { requestOptionsOf } from '#platform/server/queries.ts'
import { endSession, isEndHeld, readToken, restartAs, storeToken, tokenRefused, useToken } from './token.ts'

const meQuery = queryOptions({
  queryKey: [me.path],
  queryFn: async (context): Promise<OwnProfile> => {
    const token = readToken()
    try {
      const profile = await request(me, {}, requestOptionsOf(context))
      if (token !== null && !maySignIn(profile.privs)) tokenRefused(token, 'role_lost')
      return profile
    } catch (error) {
      // Any 4xx of this call means that the token is useless; a lost answer or a 5xx leaves it in place.
      if (token !== null && error instanceof ApiProblem && !isAway(error)) tokenRefused(token, endOf(error))
      throw error
    }
  },
})

/** The signed-in person. Without a token there is none, and no request is sent. */
export function useMe() {
  const isSignedIn = useToken() !== null
  return useQuery({ ...meQuery, enabled: isSignedIn, refetchInterval: usePollMs() })
}

/**
 * Refetches the profile when the viewer's own record or organization changes: the organization's time zone and its
 * requirements at sign-in are part of the profile.
 */
const meRule: LiveRule = (notice, { queryKey, state }) => {
  if (queryKey[0] !== me.path || (notice.kind !== 'person' && notice.kind !== 'organization'))
    return undefined
  // The cache keeps the answer of `meQuery` under that path.
  const own = state.data as OwnProfile | undefined
  return notice.id === (notice.kind === 'person' ? own?.id : own?.organization_id) ? 'soon' : undefined
}

/** The signed-in person, kept fresh by live notices: for frames that stay mounted as long as the page does. */
export function useFreshMe() {
  useLiveRefetch(meRule)
  return useMe()
}

/** Refetches the signed-in person, after a change on the server that sends no notice. */
export const refetchMe = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: meQuery.queryKey })

/** The signed-in person, if this page knows them yet. */
export const meIn = (client: QueryClient): OwnProfile | undefined => client.getQueryData(meQuery.queryKey)

export const keepMe = (client: QueryClient, profile: OwnProfile): void =>
  void client.setQueryData(meQuery.queryKey, profile)

/** Signs in and keeps the token, or throws an `ApiProblem` and keeps nothing. */
export async function signIn(client: QueryClient, given: z.input<typeof credentials>): Promise<void> {
  // The form has its own text for an answer that lacks a part, so the type is not trusted here.
  const answer: Partial<Answered<typeof login>> | undefined = await request(login, { body: given })
  if (!answer?.token || !answer.profile) {
    throw new ApiProblem({
      status: 200,
      code: 'incomplete_answer',
      message: 'Please refresh the page and try again.',
    })
  }
  if (!maySignIn(answer.profile.privs)) {
    throw new ApiProblem({
      status: 200,
      code: 'no_sign_in_right',
      message: 'You do not have the correct role.',
    })
  }
  if (isEndHeld()) return resume(client, answer.profile, answer.token)
  client.clear()
  keepMe(client, answer.profile)
  storeToken(answer.token)
}

/** After a sign-in on a page that held the end: the same person continues on that page; anybody else gets a new one. */
function resume(client: QueryClient, profile: OwnProfile, token: string): void {
  if (meIn(client)?.id !== profile.id) return restartAs(token)
  keepMe(client, profile)
  storeToken(token)
  // Requests sent while nobody was signed in were refused.
  void client.invalidateQueries()
}

/** Another tab signed in while this page held the end. If it cannot be found out who signed in, the question stays. */
export async function resumeFromOtherTab(client: QueryClient, token: string): Promise<void> {
  const profile = await request(me, {}, { token, background: true }).catch(() => undefined)
  if (profile && isEndHeld()) resume(client, profile, token)
}

/**
 * Ends the sign-in on the server, then here. This browser forgets the token even if the server cannot be reached; the
 * result says whether it was.
 */
export async function signOut(): Promise<'everywhere' | 'only-here'> {
  try {
    await request(logout, {}, { signal: AbortSignal.timeout(5000) })
    return 'everywhere'
  } catch (error) {
    return error instanceof ApiProblem && !isAway(error) ? 'everywhere' : 'only-here'
  } finally {
    endSession('logout')
  }
}

/** Full name, or the username if there is no first name. */
export const nameOf = ({ first_name, last_name, username }: Named): string =>
  first_name.trim() === '' ? username : `${first_name} ${last_name}`.trim()

type Named = Pick<OwnProfile, 'first_name' | 'last_name' | 'username'>
