import { privacy, terms } from '@parley/contract/content/content.ts'
import { Outlet } from '@tanstack/react-router'
import { ChangesScreen } from '#features/content/changes/changes-screen.tsx'
import { LegalScreen } from '#features/identity/terms/legal-text.tsx'
import { isGated } from '#features/identity/identity.ts'
import { OpenShell } from '#features/shell/open-shell.tsx'
import { Shell } from '#features/shell/shell.tsx'
import { useFreshMe } from '#platform/sign-in/sign-in.ts'

/**
 * Open pages. A signed-in user who has not accepted the terms, or not set up a required second factor, reads them here
 * without the navigation of the portal.
 */
export function Open() {
  const me = useFreshMe()
  if (me.data?.has_accepted_eula && !isGated(me.data)) {
    return (
      <Shell me={me.data}>
        <Outlet />
      </Shell>
    )
  }
  return (
    <OpenShell hasLogin={!me.data && !me.isLoading}>
      <Outlet />
    </OpenShell>
  )
}

export const TermsPage = () => <LegalScreen entry={terms} />

export const PrivacyPage = () => <LegalScreen entry={privacy} />

export const ChangesPage = ChangesScreen
