import { pages, titleOf } from '#platform/pages.ts'
import { Stage } from '#features/shell/stage.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const SessionCompletionPage = () => (
  <Stage>
    <NotHereYet
      title={titleOf('sessionCompletion')}
      action={<ButtonLink to={pages.dashboard.path}>Return to Dashboard</ButtonLink>}
    />
  </Stage>
)
