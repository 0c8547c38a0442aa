import type { OwnProfile } from '@parley/contract/identity.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readAddress, type Address, type AddressKey } from '#base/address.ts'
import { isPageFor, pages, type Page, type PageKey } from '#platform/pages.ts'
import { meIn } from '#platform/sign-in/sign-in.ts'

type KeysOf<K extends PageKey> = (typeof pages)[K] extends { address: readonly (infer A)[] }
  ? A & AddressKey
  : never

/** The parts of a page's route that the table of pages decides. */
export function placeOf<K extends PageKey>(page: K) {
  const { address = [] }: Page = pages[page]
  return {
    // The cast keeps this page's own path; otherwise the type would be the paths of all pages.
    path: pages[page].path as (typeof pages)[K]['path'],
    staticData: { page },
    // The cast keeps the type of the table's list of keys.
    validateSearch: (given: Record<string, unknown>): Pick<Address, KeysOf<K>> =>
      readAddress(address as readonly KeysOf<K>[], given),
  }
}

interface PrefetchOptions {
  client: QueryClient
  me: OwnProfile
  address: Address
  params: Readonly<Record<string, string | undefined>>
}

/** Fetches the data that a page shows first. */
export type Prefetch = (given: PrefetchOptions) => Promise<unknown>

interface LoaderContext {
  context: { client: QueryClient }
  location: { search: Address }
  params: object
}

/**
 * Starts to fetch a page's data along with its code, as soon as somebody points at a link to it. Nothing waits for it
 * here, and the page reports a failure.
 */
export async function beginPage(
  page: PageKey,
  load: () => Promise<Prefetch>,
  { context: { client }, location, params }: LoaderContext,
): Promise<void> {
  const me = meIn(client)
  if (!me || !isPageFor(me.privs, page)) return
  const prefetch = await load().catch(() => undefined)
  void prefetch?.({ client, me, address: location.search, params: { ...params } })
}
