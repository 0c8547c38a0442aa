import type { OwnProfile } from '@parley/contract/identity.ts'
import { getProfile, type Person } from '@parley/contract/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/server/queries.ts'
import {
  personOption,
  SessionForms,
  useSessionAddress,
  type ChosenPeople,
} from '#features/sessions/sessions.ts'
import { maySchedule } from '#features/people/person-acts.tsx'

const isClient = ({ privs }: Person): boolean => privs === levels.Client

/** The form for a session with this person and, for a client, with their coach. */
export function useScheduling(me: OwnProfile, person: Person) {
  const address = useSessionAddress()
  const isOffered = maySchedule(me, person)
  const coachId = isClient(person) && isAtLeast(me.privs, 'OrgAdmin') ? person.coach_id : null
  const coach = useQuery({
    ...queryOf(getProfile, { params: { id: coachId ?? '' } }),
    enabled: isOffered && coachId !== null,
  })
  // Load the coach before the form opens. If that fails, the viewer chooses the coach.
  const isReady = coachId === null || !coach.isPending
  const chosen: ChosenPeople = isClient(person)
    ? { client: personOption(person), ...(coach.data && { coach: personOption(coach.data) }) }
    : { coach: personOption(person) }
  return {
    open: isOffered ? address.openSchedule : undefined,
    form: (
      <SessionForms
        me={me}
        address={{ ...address, edit: undefined, isScheduling: address.isScheduling && isOffered && isReady }}
        rows={[]}
        chosen={chosen}
      />
    ),
  }
}
