import { OwnContactLine } from '#features/calls/contact/contact.tsx'
import { ClientHelpScreen, HelpScreen } from '#features/content/help/help-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function HelpPage() {
  const { data: me } = useMe()
  return (
    <HelpScreen
      foot={
        <p className="border-t border-line pt-4 text-label text-ink-2 @3xl:self-start">
          <OwnContactLine question="Didn't find an answer?" me={me} />
        </p>
      }
    />
  )
}

export const ClientHelpPage = ClientHelpScreen
