import { AuditScreen } from '#features/operations/audit-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function AuditPage() {
  const { data: me } = useMe()
  return me && <AuditScreen me={me} />
}
