import { MailsScreen } from '#features/operations/mails-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function MailsPage() {
  const { data: me } = useMe()
  return me && <MailsScreen me={me} />
}
