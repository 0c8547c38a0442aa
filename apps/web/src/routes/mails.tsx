import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { MailsScreen } from '#features/operations/mails-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'

export function MailsPage() {
  const { data: me } = useMe()
  if (!me) return null
  return isAtLeast(me.privs, 'Admin') ? <MailsScreen me={me} /> : <NotFoundPage />
}
