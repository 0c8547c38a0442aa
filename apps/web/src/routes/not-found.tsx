import { EmptyState } from '#ui/page/empty-state.tsx'
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

/** The two lanes: one person is here and the other is not. */
const PartedLanes = () => (
  <svg viewBox="0 0 196 96" aria-hidden="true" className="h-24 forced-color-adjust-none">
    <line x1="0" x2="196" y1="46" y2="46" className="stroke-line-2" strokeWidth="1.5" strokeDasharray="4 4" />
    <rect x="57" width="18" height="56" rx="9" className="fill-lane-coach" />
    <rect x="141" y="38" width="18" height="56" rx="9" className="fill-lane-client-soft" />
  </svg>
)
