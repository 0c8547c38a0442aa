import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { problems } from '@parley/contract/wire/problems.ts'
import { isAbove, writableFields, type Viewer } from '@parley/contract/rules/people/people.ts'
import { dayText } from '#platform/time/dates.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Note } from '#ui/display/note.tsx'
import { PersonFields } from './person-fields.tsx'
import type { Kind, PersonForm } from './person-values.ts'
import { SecondFactorReset } from './second-factor-reset.tsx'

interface EditedPersonProps {
  kind: Kind
  me: OwnProfile
  form: PersonForm
  person: Person
  /** Somebody else has saved a newer version. */
  isOutdated: boolean
}

/** The fields, under the notes about what the viewer may change. */
export function EditedPerson({ kind, me, form, person, isOutdated }: EditedPersonProps) {
  const writable = writableFields(viewerOf(me), person)
  return (
    <>
      <Who me={me} person={person} />
      {isOutdated && <Note kind="warning">{problems.stale.text} Yours is not saved yet.</Note>}
      {person.deletedAt !== null && <Note kind="warning">This person was deleted.</Note>}
      {person.deletedAt === null && !person.abilities.edit && (
        <Note kind="error">{lockedText(viewerOf(me), person)}</Note>
      )}
      <PersonFields
        kind={kind}
        me={me}
        form={form}
        mayWrite={(field) => writable.includes(field)}
        isNew={false}
      />
      {person.has_second_factor && person.abilities.resetSecondFactor && (
        <SecondFactorReset person={person} />
      )}
    </>
  )
}

/**
 * Why the form is read-only: the person's level is not below the viewer's, or the coach only sees this client through a
 * shared session.
 */
const lockedText = (viewer: Viewer, person: Person): string =>
  isAbove(viewer, person) ? 'You can only edit your own clients.' : problems.not_below.text

const viewerOf = ({ id, privs, organization_id }: OwnProfile) => ({
  id,
  privs,
  organizationId: organization_id,
})

const Who = ({ me, person }: { me: OwnProfile; person: Person }) => (
  <div className="flex items-center gap-4">
    <Avatar person={person} size={56} />
    <div className="min-w-0">
      <p className="text-large font-semibold wrap-anywhere">{nameOf(person)}</p>
      <p className="text-label text-ink-3">Member since {dayText(zoneOf(me), person.createdAt)}</p>
    </div>
  </div>
)
