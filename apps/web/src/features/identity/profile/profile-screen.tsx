import type { OwnProfile } from '@parley/contract/identity.ts'
import { getProfile } from '@parley/contract/people.ts'
import { sessionProgress } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '#platform/time/clock.ts'
import { dayText, spanText } from '#platform/time/dates.ts'
import { urgencyFor, type LiveRule, useLiveRefetch } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Facts } from '#ui/display/facts.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Columns } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { CalendarFeedSection } from './calendar-feed-section.tsx'
import { KeyboardChoice, LookChoice } from './device-choices.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SignInList } from './sign-in-list.tsx'
import { roleText } from '#features/identity/identity.ts'

const ownRecordRule: LiveRule = (notice, query) => {
  if (notice.kind !== 'person' || query.queryKey[0] !== getProfile.path) return undefined
  return query.queryHash.includes(notice.id) ? urgencyFor(query, notice) : undefined
}

/** The signed-in person's own page. Their record has more than the session's profile: working hours, and its version. */
export function ProfileScreen({ me }: { me: OwnProfile }) {
  const own = useQuery(queryOf(getProfile, { params: { id: me.id } }))
  useLiveRefetch(ownRecordRule)
  const head = <ProfileHead me={me} />
  const side = (
    <>
      <SecondFactorSection me={me} />
      <PasswordSection me={me} />
      <CalendarFeedSection me={me} />
      <SignInList me={me} />
      <LookChoice />
      <KeyboardChoice />
    </>
  )
  if (own.data) return <ProfileForm person={own.data} {...{ me, head, side }} />
  const retry = () => void own.refetch()
  return (
    <Columns
      main={
        <>
          {head}
          {own.isPending ? (
            <FormSkeleton />
          ) : (
            <LoadFailure error={own.error} isRetrying={own.isFetching} onRetry={retry} />
          )}
        </>
      }
      // Rendered together with the form: on a small screen it would jump down under a finger when the form comes.
      side={own.isPending ? null : side}
    />
  )
}

function ProfileHead({ me }: { me: OwnProfile }) {
  const now = useNow()
  const { data: figures } = useQuery(queryOf(sessionProgress, { query: { owned: true } }))
  return (
    <>
      <header className="mb-5 flex items-center gap-4">
        <Avatar person={me} size={56} />
        <div className="min-w-0">
          <PageHeading title={nameOf(me)} />
          <p className="text-ink-2 wrap-anywhere">{roleText(me)}</p>
        </div>
      </header>
      <Facts
        facts={[
          {
            label: 'Sessions Scheduled',
            value: numberText(figures?.total),
            second: 'all of yours, of any status',
          },
          {
            label: 'Member Since',
            value: dayText(zoneOf(me), me.createdAt),
            second: spanText(me.createdAt, now),
          },
          {
            label: 'Minutes coached',
            value: numberText(figures?.minutesTotal),
            second: 'in completed sessions',
          },
        ]}
      />
    </>
  )
}

/** A dash keeps the place until the value is known. */
const numberText = (value: number | null | undefined): string => value?.toLocaleString('en-US') ?? '–'

const FormSkeleton = () => (
  <div aria-busy="true" className="pt-6">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-32 w-full" />
    <Skeleton className="mt-6 h-80 w-full" />
  </div>
)
