import type { OwnProfile } from '@parley/contract/identity.ts'
import { getProfile, type Person } from '@parley/contract/people.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePollMs } from '#platform/live/channel.ts'
import { usePageName } from '#ui/page/page-heading.tsx'
import { personPath } from '#platform/pages.ts'
import { isNotThere } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { dayText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Note } from '#ui/display/note.tsx'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Columns } from '#ui/page/side-section.tsx'
import { EditPerson } from '#features/people/form/edit-person.tsx'
import type { Kind } from '#features/people/form/person-values.ts'
import { usePersonAddress } from '#features/people/list/person-address.ts'
import { usePeopleLive } from '#features/people/people-live.ts'
import { usePersonActs } from '#features/people/person-acts.tsx'
import { BackToList } from './back-to-list.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonHead, ScheduleBar } from './person-head.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonSide } from './person-side.tsx'
import { PersonSkeleton } from './person-skeleton.tsx'
import { useScheduling } from './scheduling.tsx'
import { HoldNote, Readings, usePrivacyActs } from '#features/privacy/privacy.ts'

interface PersonScreenProps {
  kind: Kind
  id: string
  me: OwnProfile
  /** How a client's scored sessions went, for viewers who may see it. */
  progress?: ReactNode
  /** Shown if the person does not exist for the viewer. */
  notFound: ReactNode
}

/** The page of one person. */
export function PersonScreen({ kind, id, me, progress, notFound }: PersonScreenProps) {
  const refetchInterval = usePollMs()
  const answer = useQuery({ ...queryOf(getProfile, { params: { id } }), refetchInterval })
  usePeopleLive(answer.data ? [answer.data] : [])
  // This also covers a person who leaves the viewer's scope while their page is open.
  if (isNotThere(answer.error)) return notFound
  if (answer.data) {
    const isElsewhere = kindOf(answer.data) !== kind
    return isElsewhere ? (
      <Navigate to={personPath(answer.data)} replace />
    ) : (
      <PersonPage {...{ kind, me, progress }} person={answer.data} />
    )
  }
  if (answer.isPending) return <PersonSkeleton kind={kind} me={me} />
  return (
    <LoadFailure error={answer.error} isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
  )
}

function goneText(me: OwnProfile, { erasedAt }: Person, deletedAt: string): string {
  return erasedAt === null
    ? `This person was deleted on ${dayText(zoneOf(me), deletedAt)}.`
    : `This person was made anonymous on ${dayText(zoneOf(me), erasedAt)}. What stays is under a number.`
}

const kindOf = ({ privs }: Person): Kind => (privs === levels.Client ? 'client' : 'coach')

type PersonPageProps = Pick<PersonScreenProps, 'kind' | 'me' | 'progress'> & { person: Person }

/** Sessions first, then the client's progress. */
function PersonPage({ kind, person, me, progress }: PersonPageProps) {
  usePageName(nameOf(person))
  const address = usePersonAddress()
  const editing = useOpening(address.edit)
  const { actsOf, question } = usePersonActs(me, address.openEdit)
  const privacy = usePrivacyActs(me)
  const scheduling = useScheduling(me, person)
  const acts = actsOf(person)
  return (
    <>
      <BackToList kind={kind} me={me} />
      <Columns
        main={
          <div className="flex flex-col gap-7">
            <div className="flex flex-col gap-5">
              <PersonHead
                person={person}
                acts={{ ...acts, menu: [...acts.menu, ...privacy.actsOf(person)] }}
                onSchedule={scheduling.open}
              />
              {person.deletedAt !== null && (
                <Note kind="warning">{goneText(me, person, person.deletedAt)}</Note>
              )}
              <HoldNote me={me} personId={person.id} />
              <PersonFacts kind={kind} person={person} me={me} />
            </div>
            <PersonSessions kind={kind} person={person} me={me} />
            {progress}
          </div>
        }
        side={
          <>
            <PersonSide kind={kind} person={person} me={me} />
            {kind === 'client' && <Readings me={me} of={{ about: [person.id] }} />}
          </>
        }
      />
      <ScheduleBar onSchedule={scheduling.open} />
      {question}
      {privacy.dialogs}
      {scheduling.form}
      {editing.value !== undefined && (
        <EditPerson
          key={`edit-${editing.key}`}
          {...{ kind, me }}
          personId={person.id}
          row={person}
          isOpen={editing.isOpen}
          onClose={address.close}
        />
      )}
    </>
  )
}
