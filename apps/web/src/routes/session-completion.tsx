import { pages, titleOf } from '#platform/pages.ts'
import { ButtonLink } from '#ui/button/link.tsx'
import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const SessionCompletionPage = () => (
  <NotHereYet
    title={titleOf('sessionCompletion')}
    action={<ButtonLink to={pages.dashboard.path}>Return to Dashboard</ButtonLink>}
  />
)
