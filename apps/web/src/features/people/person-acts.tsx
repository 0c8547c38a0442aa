import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Eraser, Mail, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { personPath } from '#platform/pages.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import type { RowActs } from '#ui/table/rows/row.ts'
import { EraseQuestion } from '#features/privacy/privacy.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { restorePerson, useSendLoginEmail } from './person-changes.ts'
import { peopleCacheOf } from './people-queries.ts'

/** Clients don't sign in: their email carries the links of their next sessions. */
export const sendLabel = ({ privs }: Person): string =>
  privs === levels.Client ? 'Send session links' : 'Send login email'

/** The actions that the server allows for a person, and the dialogs that confirm deleting and erasing. */
export function usePersonActs(me: OwnProfile, onEdit: (id: string) => void) {
  const client = useQueryClient()
  const { mutate: mail } = useSendLoginEmail()
  const [deleting, setDeleting] = useState<Person>()
  const [erasing, setErasing] = useState<Person>()
  const actsOf = (person: Person): RowActs => {
    const { restore, erase, sendLoginEmail, delete: mayDelete } = person.abilities
    if (person.deletedAt !== null) {
      const back = { id: 'restore', label: 'Restore', icon: <Undo2 /> }
      const forGood = { id: 'erase', label: 'Erase for good', icon: <Eraser /> }
      return {
        menu: restore ? [{ ...back, onAction: () => void restorePerson(client, person) }] : [],
        ...(erase && { destructive: { ...forGood, onAction: () => setErasing(person) } }),
      }
    }
    const edit = { id: 'edit', label: 'Edit', icon: <Pencil /> }
    const send = { id: 'mail', label: sendLabel(person), icon: <Mail /> }
    const remove = { id: 'delete', label: 'Delete', icon: <Trash2 /> }
    return {
      menu: [
        { ...edit, onAction: () => onEdit(person.id) },
        ...(sendLoginEmail ? [{ ...send, onAction: () => mail(person) }] : []),
      ],
      ...(mayDelete && { destructive: { ...remove, onAction: () => setDeleting(person) } }),
    }
  }
  const question = (
    <>
      <DeleteQuestion
        me={me}
        person={deleting}
        onDeleted={() => undefined}
        onClose={() => setDeleting(undefined)}
      />
      <EraseQuestion
        person={erasing}
        zone={zoneOf(me)}
        onErased={() => void peopleCacheOf(client).refetch()}
        onClose={() => setErasing(undefined)}
      />
    </>
  )
  return { actsOf, question }
}

/**
 * A coach books their own clients; OrgAdmin and above book anybody of the organization (docs/rules.md §4). A person
 * without an organization can't hold sessions, because a session belongs to its coach's organization.
 */
export function maySchedule(me: OwnProfile, person: Person): boolean {
  if (person.deletedAt !== null || person.organization_id === null) return false
  if (isAtLeast(me.privs, 'OrgAdmin')) return true
  return person.id === me.id || (person.privs === levels.Client && person.coach_id === me.id)
}

/** The person's page with the form for a new session open. */
export const schedulePath = (person: Person): string => `${personPath(person)}?schedule=true`

/** Adds scheduling to the actions of a list row. The session is booked on the person's page. */
export function withScheduling(me: OwnProfile, person: Person, acts: RowActs): RowActs {
  if (!maySchedule(me, person)) return acts
  const schedule = { id: 'schedule', label: 'Schedule Session', icon: <CalendarPlus /> }
  return { ...acts, menu: [...acts.menu, { ...schedule, href: schedulePath(person) }] }
}
