import { listMails } from '@parley/contract/operations.ts'
import { mailShape, MailsScreen } from '#features/operations/mails-screen.tsx'
import { pageQueryOf } from '#platform/server/queries.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { Prefetch } from './page-routes.ts'

export function MailsPage() {
  const { data: me } = useMe()
  return me && <MailsScreen me={me} />
}

export const prefetch: Prefetch = ({ client, address }) =>
  client.prefetchQuery(pageQueryOf(listMails, { query: queryAt(address, mailShape) }))
