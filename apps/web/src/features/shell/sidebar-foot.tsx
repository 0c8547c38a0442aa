import type { OwnProfile } from '@parley/contract/identity.ts'
import { lazy, Suspense } from 'react'

// The page itself does not wait for it.
const Today = lazy(() => import('#features/today/today.tsx'))

interface SidebarFootProps {
  me: OwnProfile
  size: 'medium' | 'large'
  onLeave?: () => void
}

/** Today's calls below the sidebar's entries. */
export const SidebarFoot = (props: SidebarFootProps) => (
  <Suspense>
    <Today {...props} />
  </Suspense>
)
