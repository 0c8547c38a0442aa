import { usePageHold } from '#base/page-hold.ts'
import { pages, titleOf } from '#platform/pages.ts'
import { ButtonLink } from '#ui/button/link.tsx'
import { NotHereYet } from '#ui/page/not-here-yet.tsx'

/** The device check, and the call itself after it: nobody but the person takes this page away. */
export function SessionJoinPage() {
  usePageHold()
  return (
    <NotHereYet
      title={titleOf('sessionJoin')}
      action={<ButtonLink to={pages.sessions.path}>Close</ButtonLink>}
    />
  )
}
