import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Organization } from '@parley/contract/organizations.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotThere } from '#platform/server/api-problem.ts'
import { useNow } from '#platform/time/clock.ts'
import { dayText, spanText } from '#platform/time/dates.ts'
import { useLiveRefetch } from '#platform/live/refetch.ts'
import { usePageName, PageHeading } from '#ui/page/page-heading.tsx'
import { zoneOf } from '#platform/time/time-zone.ts'
import { zoneText } from '#platform/time/zone-options.ts'
import { Facts } from '#ui/display/facts.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { countText } from '#ui/display/amount-text.ts'
import { Columns } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { HoldSection } from '#features/privacy/privacy.ts'
import { OrganizationForm } from './organization-form.tsx'
import {
  isWhole,
  organizationQuery,
  organizationRule,
  type OrganizationBrief,
} from './organization-queries.ts'
import { OrganizationSide } from './organization-side.tsx'
import { OrganizationTile } from './organization-tile.tsx'

interface OrganizationScreenProps {
  id: string
  me: OwnProfile
  /** How its clients are doing, for viewers who see the whole organization. */
  clients?: ReactNode
  /** Its latest invoices, for the same viewers. */
  invoices?: ReactNode
  /** Shown if the organization does not exist for the viewer. */
  notFound: ReactNode
}

/** Organization profile. */
export function OrganizationScreen({ id, me, clients, invoices, notFound }: OrganizationScreenProps) {
  const answer = useQuery(organizationQuery(id))
  useLiveRefetch(organizationRule)
  if (answer.data && isWhole(answer.data))
    return <WholeOrganization organization={answer.data} {...{ me, clients, invoices }} />
  if (answer.data) return <OrganizationHead organization={answer.data} me={me} />
  if (answer.isPending) return <OrganizationSkeleton />
  if (isNotThere(answer.error)) return notFound
  return (
    <LoadFailure
      title="Something went wrong."
      error={answer.error}
      isRetrying={answer.isFetching}
      onRetry={() => void answer.refetch()}
    />
  )
}

interface WholeProps extends Pick<OrganizationScreenProps, 'me' | 'clients' | 'invoices'> {
  organization: Organization
}

function WholeOrganization({ organization, me, clients, invoices }: WholeProps) {
  const head = <OrganizationHead organization={organization} me={me} />
  const side = (
    <>
      {invoices}
      {clients}
      <OrganizationSide organization={organization} me={me} />
      <HoldSection organization={organization} me={me} />
    </>
  )
  if (!organization.abilities.edit) return <Columns main={head} side={side} />
  return <OrganizationForm key={organization.id} {...{ organization, me, head, side }} />
}

function OrganizationHead({
  organization,
  me,
}: {
  organization: Organization | OrganizationBrief
  me: OwnProfile
}) {
  const now = useNow()
  usePageName(organization.displayName)
  const { displayName, users, createdAt } = organization
  const whole = 'version' in organization ? organization : undefined
  return (
    <>
      <header className="mb-5 flex items-center gap-4">
        <OrganizationTile name={displayName} size={52} />
        <div className="min-w-0">
          <PageHeading title={displayName} />
          {whole && (
            <p className="text-ink-2 wrap-anywhere">
              {[
                zoneText(whole.time_zone, now),
                whole.billingEmail !== null && `Billing to ${whole.billingEmail}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
        </div>
      </header>
      <Facts
        facts={[
          {
            label: 'Current Users',
            value: users.toLocaleString('en-US'),
            ...(whole && { second: usersText(whole) }),
          },
          {
            label: 'Active Since',
            value: dayText(zoneOf(me), createdAt),
            second: spanText(createdAt, now),
          },
        ]}
      />
    </>
  )
}

const usersText = ({ clients, coaches }: Organization): string =>
  `${countText(clients, 'client')}, ${countText(coaches, 'coach', 'coaches')}`

const OrganizationSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <div className="mb-5 flex items-center gap-4">
      <Skeleton className="size-13 rounded-panel" />
      <div>
        <Skeleton className="h-7 w-72 max-sm:w-48" />
        <Skeleton className="mt-2 h-4 w-40" />
      </div>
    </div>
    <Skeleton className="h-24 w-full max-w-208" />
    <Skeleton className="mt-8 h-6 w-28" />
    <Skeleton className="mt-6 h-64 w-full max-w-208" />
  </div>
)
