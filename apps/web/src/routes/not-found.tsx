import { EmptyState } from '#ui/page/empty-state.tsx'
import { PartedLanes } from '#ui/display/lanes.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'

export const NotFoundPage = () => (
  <EmptyState
    picture={<PartedLanes />}
    heading={
      <>
        <p className="mb-2 font-figures text-large text-ink-3">404</p>
        <PageHeading
          title="Looks like you're lost"
          className="text-figure font-semibold tracking-[-0.02em]"
        />
      </>
    }
    action={
      <ButtonLink to="/" look="primary" size="large">
        Go To Home
      </ButtonLink>
    }
  >
    The page you're looking for is not available!
  </EmptyState>
)
