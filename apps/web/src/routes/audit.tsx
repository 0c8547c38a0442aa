import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { AuditScreen } from '#features/operations/audit-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'

export function AuditPage() {
  const { data: me } = useMe()
  if (!me) return null
  return isAtLeast(me.privs, 'OrgAdmin') ? <AuditScreen me={me} /> : <NotFoundPage />
}
