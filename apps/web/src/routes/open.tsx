import { Outlet } from '@tanstack/react-router'
import { OpenShell } from '../features/shell/open-shell.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { useSession } from '../platform/session.ts'

/** Open pages. Whoever has not accepted the terms yet reads them here without the way into the portal. */
export function Open() {
  const me = useSession()
  if (me.data?.has_accepted_eula) {
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
