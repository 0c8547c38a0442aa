import type { OwnProfile } from '@parley/contract/identity.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readAddress, type Address, type AddressKey } from '#base/address.ts'
import { isPageFor, pages, type Page, type PageKey } from '#platform/pages.ts'
import { meIn } from '#platform/sign-in/sign-in.ts'

type KeysOf<K extends PageKey> = (typeof pages)[K] extends { address: readonly (infer A)[] }
  ? A & AddressKey
  : never

/** What a page's route takes from the table of pages. */
export function placeOf<K extends PageKey>(page: K) {
  const { address = [] }: Page = pages[page]
  return {
    // Said again, for otherwise the type would be that of any page's path.
    path: pages[page].path as (typeof pages)[K]['path'],
    staticData: { page },
    // The table's own list of keys, whose type it has kept.
    validateSearch: (given: Record<string, unknown>): Pick<Address, KeysOf<K>> =>
      readAddress(address as readonly KeysOf<K>[], given),
  }
}

interface PrefetchGiven {
  client: QueryClient
  me: OwnProfile
  address: Address
  params: Readonly<Record<string, string | undefined>>
}

/** Asks for what a page will show first. */
export type Prefetch = (given: PrefetchGiven) => Promise<unknown>

interface LoaderGiven {
  context: { client: QueryClient }
  location: { search: Address }
  params: object
}

/**
 * Begins to ask for a page's data together with its code: from the moment that somebody points at a link to it. Nobody
 * waits for it here, and what fails is told of by the page.
 */
export async function beginPage(
  page: PageKey,
  load: () => Promise<Prefetch>,
  { context: { client }, location, params }: LoaderGiven,
): Promise<void> {
  const me = meIn(client)
  if (!me || !isPageFor(me.privs, page)) return
  const prefetch = await load().catch(() => undefined)
  void prefetch?.({ client, me, address: location.search, params: { ...params } })
}
