import type { OwnProfile } from '@parley/contract/identity.ts'
import { useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { isPageFor, pages } from '#platform/pages.ts'
import { PlainLink } from '#ui/button/link.tsx'
import type { Kind } from '#features/people/form/person-values.ts'

/** Back to the list as it was when the row was opened, or to the dashboard for viewers who have no such list. */
export function BackToList({ kind, me }: { kind: Kind; me: OwnProfile }) {
  const from = useLocation({ select: ({ state }) => state.from })
  const list = kind === 'client' ? 'clients' : 'coaches'
  const { path, name } = isPageFor(me.privs, list) ? pages[list] : pages.dashboard
  return (
    <PlainLink
      to={path}
      search={from?.path === path ? from.search : {}}
      className="mb-3 -ml-1 inline-flex min-h-6 items-center gap-1.5 self-start rounded-tag px-1 text-label font-medium text-ink-3 hover:text-ink pointer-coarse:min-h-11"
    >
      <ArrowLeft className="size-4" strokeWidth={1.75} />
      Back to {name}
    </PlainLink>
  )
}
