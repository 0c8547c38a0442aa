import type { OwnProfile } from '@parley/contract/identity.ts'
import { personFields, type createProfile, type Person, type updateProfile } from '@parley/contract/people.ts'
import { problems } from '@parley/contract/wire/problems.ts'
import { isAtLeast, levels, type Privs } from '@parley/contract/rules/people/levels.ts'
import { mayGrant } from '@parley/contract/rules/people/people.ts'
import type { RouteInput } from '@parley/contract/wire/route.ts'
import type { Option } from '#ui/choice/options.ts'
import { judgeBy, type Faults, type useForm } from '#ui/form/use-form.ts'

export type Kind = 'client' | 'coach'

/** A person's form. The fields are named as in the API, so that its errors can be matched to them. */
export interface PersonValues {
  first_name: string
  last_name: string
  username: string
  email: string
  organization_id: Option | null
  coach_id: Option | null
  privs: Privs | null
  /** Null: the default for the level. */
  is_assessor: boolean | null
  /** Null: the organization's. */
  time_zone: string | null
  /** The person to copy organization, coach, zone and hours from, where the form leaves them empty. */
  copy_id: Option | null
}

export type PersonForm = ReturnType<typeof useForm<PersonValues>>

/** An empty form. Only Admin and above choose the organization; for others it is their own. */
export const newPerson = (kind: Kind, me: OwnProfile): PersonValues => ({
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  organization_id: isAtLeast(me.privs, 'Admin') ? null : placeOf(me),
  coach_id: null,
  privs: kind === 'client' ? levels.Client : null,
  is_assessor: null,
  time_zone: null,
  copy_id: null,
})

export const valuesOf = (person: Person): PersonValues => ({
  first_name: person.first_name,
  last_name: person.last_name,
  username: person.username,
  email: person.email,
  organization_id: placeOf(person),
  coach_id: person.coach && {
    value: person.coach.id,
    label: `${person.coach.first_name} ${person.coach.last_name}`.trim(),
  },
  privs: person.privs,
  is_assessor: person.is_assessor,
  time_zone: person.time_zone,
  copy_id: null,
})

const placeOf = ({
  organization_id,
  organization,
}: Pick<Person, 'organization_id' | 'organization'>): Option | null =>
  organization_id === null ? null : { value: organization_id, label: organization?.displayName ?? '' }

/** On by default for coaches and off for the levels above (docs/rules.md §3). */
export const isAssessor = ({ is_assessor, privs }: PersonValues): boolean =>
  is_assessor ?? privs === levels.Coach

const judgeText = judgeBy<PersonValues>({
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  username: personFields.username,
  email: personFields.email,
})

/** Validates the form, in the words with which the server would refuse it. */
export const judgePerson =
  (kind: Kind, me: OwnProfile) =>
  (values: PersonValues): Faults<PersonValues> => {
    const faults = judgeText(values)
    if (lacksOrganization(kind, values)) faults.organization_id = problems.organization_missing.text
    if (values.privs === null) faults.privs = 'Priv level is required'
    else if (!mayGrant(me, values.privs)) faults.privs = problems.above_self.text
    return faults
  }

/** A client gets the coach's organization, and a copy that of the person copied. From Admin up, none is needed. */
function lacksOrganization(kind: Kind, values: PersonValues): boolean {
  if (values.organization_id ?? values.copy_id) return false
  if (kind === 'client') return values.coach_id === null
  return values.privs === null || !isAtLeast(values.privs, 'Admin')
}

type NewAttributes = RouteInput<typeof createProfile>['body']['attributes']
type Attributes = RouteInput<typeof updateProfile>['body']['attributes']

/** The request body that creates a person. Empty fields are left out: the server copies them or applies its own rule. */
export function creationOf(kind: Kind, values: PersonValues): RouteInput<typeof createProfile>['body'] {
  const { first_name, last_name, username, email, time_zone, privs, is_assessor } = values
  const attributes: NewAttributes = {
    first_name,
    last_name,
    username,
    email,
    ...(values.organization_id && { organization_id: idOf(values.organization_id) }),
    ...(values.coach_id && { coach_id: idOf(values.coach_id) }),
    ...(time_zone !== null && { time_zone }),
    ...(kind === 'coach' && privs !== null && { privs }),
    ...(kind === 'coach' && is_assessor !== null && { is_assessor }),
  }
  if (!values.copy_id) return { attributes }
  const source = idOf(values.copy_id)
  return kind === 'client' ? { attributes, copyFrom: source } : { attributes, copy_id: source }
}

/** The changed fields as the API takes them. */
export function attributesOf(changes: Partial<PersonValues>): Attributes {
  const { first_name, last_name, username, email, time_zone } = changes
  const { organization_id, coach_id, privs, is_assessor } = changes
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(time_zone !== undefined && { time_zone }),
    ...(organization_id !== undefined && { organization_id: idOf(organization_id) }),
    ...(coach_id !== undefined && { coach_id: idOf(coach_id) }),
    ...(typeof privs === 'number' && { privs }),
    ...(typeof is_assessor === 'boolean' && { is_assessor }),
  }
}

// Options of people and organizations have their ids as values.
const idOf = <O extends Option | null>(option: O) =>
  (option === null ? null : String(option.value)) as O extends null ? null : string

/** The names that belong to the chosen ids. The form knows them, and the API only takes the ids. */
function placesOf({ coach_id, organization_id }: Partial<PersonValues>) {
  return {
    ...(coach_id !== undefined && {
      coach: coach_id && { id: idOf(coach_id), first_name: coach_id.label, last_name: '' },
    }),
    ...(organization_id !== undefined && {
      organization: organization_id && { displayName: organization_id.label, time_zone: 'UTC' },
    }),
  }
}

/** Optimistic update of an edited person, as far as the form knows. The list shows it until the API answers. */
export const changedBy =
  (changes: Partial<PersonValues>) =>
  (person: Person): Person => ({ ...person, ...attributesOf(changes), ...placesOf(changes) })

/** Optimistic row of a person who is being added, shown in the list until the API answers. It offers no actions yet. */
export const addedBy = (values: PersonValues): Person => ({
  id: crypto.randomUUID(),
  version: 0,
  first_name: values.first_name,
  last_name: values.last_name,
  username: values.username,
  email: values.email,
  privs: values.privs ?? levels.Client,
  coach_id: values.coach_id && idOf(values.coach_id),
  organization_id: values.organization_id && idOf(values.organization_id),
  coach: null,
  organization: null,
  ...placesOf(values),
  time_zone: values.time_zone,
  working_hours: null,
  is_assessor: isAssessor(values),
  nextSession: null,
  callsByWeek: [],
  deletedAt: null,
  erasedAt: null,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  abilities: {
    edit: false,
    delete: false,
    restore: false,
    erase: false,
    copy: false,
    hold: false,
    sendLoginEmail: false,
    resetSecondFactor: false,
  },
})
