import type { OwnProfile } from '@parley/contract/identity.ts'
import { InlineFailure, lazyPart } from '#ui/page/lazy-part.tsx'

// The page does not wait for it.
const Today = lazyPart(async () => (await import('#features/today/today.tsx')).Today, InlineFailure)

interface SidebarFootProps {
  me: OwnProfile
  size: 'medium' | 'large'
  onLeave?: () => void
}

/** Today's calls below the sidebar's entries. */
export const SidebarFoot = (props: SidebarFootProps) => <Today {...props} />
