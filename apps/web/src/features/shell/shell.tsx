import type { OwnProfile } from '@parley/contract/identity.ts'
import type { ReactNode } from 'react'
import { lazyPart } from '#ui/page/lazy-part.tsx'
import { ImportWatch } from '#features/imports/imports.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { Sheet, SkipLink } from './sheet.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

// The page does not wait for it. If it cannot be loaded, the session's page still shows who is waiting.
const Knocks = lazyPart(
  async () => (await import('#features/calls/calls.ts')).PortalKnocks,
  () => null,
)

const UnsentMessages = lazyPart(
  async () => (await import('#features/chat/chat.ts')).UnsentMessages,
  () => null,
)

export { usePage } from './use-place.ts'

/** The frame of every signed-in page: the sidebar, the top bar, and the sheet with the content. */
export function Shell({ me, children }: { me: OwnProfile; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar me={me} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar me={me} />
        <div className="sticky top-14 z-(--z-sticky) lg:top-(--topbar)">
          <ConnectionLine />
        </div>
        <Sheet>{children}</Sheet>
      </div>
      <ImportWatch />
      <Knocks me={me} />
      <UnsentMessages me={me} />
    </div>
  )
}
