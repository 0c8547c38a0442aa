import { auditQueryAt, AuditScreen } from '#features/operations/audit-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import type { Prefetch } from './page-routes.ts'

export function AuditPage() {
  const { data: me } = useMe()
  return me && <AuditScreen me={me} />
}

export const prefetch: Prefetch = ({ client, me, address }) => client.prefetchQuery(auditQueryAt(address, me))
