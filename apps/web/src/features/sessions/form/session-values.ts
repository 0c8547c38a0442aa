import type { OwnProfile } from '@parley/contract/identity.ts'
import type { RouteInput } from '@parley/contract/wire/route.ts'
import {
  sessionFields,
  type createSession,
  type Session,
  type updateSession,
} from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { isOrgType, timeFaults } from '@parley/contract/rules/sessions/sessions.ts'
import { judgeBy, type Faults, type useForm } from '#ui/form/use-form.ts'
import { optionsOf, ownOption, type PersonOption } from './person-options.ts'
import { newTimes, type TimeNote, type Times } from './session-times.ts'

export type SessionType = 'Individual' | 'Org'

/** The session form. The fields are named as in the API, so that its errors can be matched to them. */
export interface SessionValues {
  type: SessionType
  coach_id: PersonOption | null
  /** The client of an Individual session. */
  user_id: PersonOption | null
  /** The participants of an Org session. */
  participants: PersonOption[]
  title: string
  /** The start's day in the viewer's zone. */
  date: string | null
  start_time: number | null
  end_time: number | null
  time_note: TimeNote | null
  instance_count: number
  billable: boolean
}

export type SessionForm = ReturnType<typeof useForm<SessionValues>>

export const timesOf = ({ start_time, end_time, time_note }: SessionValues): Times => ({
  start: start_time,
  end: end_time,
  note: time_note,
})

/** Times as the form's own fields. */
export const timeValues = ({ start, end, note }: Times, zone: string) => ({
  date: start === null ? null : dayIn(start, zone),
  start_time: start,
  end_time: end,
  time_note: note,
})

/** People already chosen when the form of a new session opens. */
export interface ChosenPeople {
  coach?: PersonOption
  client?: PersonOption
}

/** An empty form. Below OrgAdmin, the viewer is the coach. */
export const newValues = (
  me: OwnProfile,
  zone: string,
  now: number,
  { coach, client }: ChosenPeople = {},
): SessionValues => ({
  type: 'Individual',
  coach_id: coach ?? (isAtLeast(me.privs, 'OrgAdmin') ? null : ownOption(me)),
  user_id: client ?? null,
  participants: [],
  title: '',
  ...timeValues(newTimes(now), zone),
  instance_count: constants.instancesDefault,
  billable: true,
})

export function valuesOf(session: Session, zone: string): SessionValues {
  const { coach, others } = optionsOf(session)
  const isOrg = isOrgType(session)
  const times = { start: Date.parse(session.start_time), end: Date.parse(session.end_time), note: null }
  return {
    type: isOrg ? 'Org' : 'Individual',
    coach_id: coach,
    user_id: isOrg ? null : (others.find(({ value }) => value === session.user_id) ?? null),
    participants: isOrg ? others : [],
    title: session.title,
    ...timeValues(times, zone),
    instance_count: session.instance_count,
    billable: session.billable,
  }
}

const judgePlain = judgeBy<SessionValues>({
  title: sessionFields.title,
  instance_count: sessionFields.instance_count,
})

/** Validates the form, in the words with which the server would refuse it. Unchanged times are not validated. */
export const judgeSession =
  (now: number, saved?: SessionValues) =>
  (values: SessionValues): Faults<SessionValues> => ({
    ...judgePlain(values),
    ...peopleFaults(values),
    ...(timesAreKept(values, saved) ? {} : timeFaultsOf(values, now)),
  })

const timesAreKept = (values: SessionValues, saved: SessionValues | undefined): boolean =>
  saved?.start_time === values.start_time && saved.end_time === values.end_time

function peopleFaults({ type, coach_id, user_id, participants }: SessionValues): Faults<SessionValues> {
  const faults: Faults<SessionValues> = {}
  if (!coach_id) faults.coach_id = 'Coach is required'
  if (type === 'Individual' && !user_id) faults.user_id = 'Client is required'
  if (type === 'Org' && participants.length === 0) faults.participants = 'Participants are required'
  if (type === 'Org' && participants.length > constants.orgParticipantsMax)
    faults.participants = `Choose at most ${constants.orgParticipantsMax} people`
  if (type === 'Org' && participants.some(({ value }) => value === coach_id?.value))
    faults.participants = 'The coach is in it already.'
  return faults
}

function timeFaultsOf({ date, start_time, end_time }: SessionValues, now: number): Faults<SessionValues> {
  const faults: Faults<SessionValues> = {}
  if (date === null) faults.date = 'Date is required'
  if (start_time === null) faults.start_time = 'Start Time is required'
  if (end_time === null) faults.end_time = 'End Time is required'
  if (start_time === null || end_time === null) return faults
  for (const { path, message } of timeFaults(start_time, end_time, now)) faults[path] ??= message
  return faults
}

type Creation = RouteInput<typeof createSession>['body']
type Update = RouteInput<typeof updateSession>['body']

const instantText = (instant: number | null): string => new Date(instant ?? 0).toISOString()

/** The people of the session: the client or, for type Org, the coach again as `user_id` and the participants. */
function peopleOf({ type, coach_id, user_id, participants }: SessionValues) {
  const coach = coach_id?.value ?? ''
  if (type === 'Org')
    return { coach_id: coach, user_id: coach, participants: participants.map(({ value }) => value) }
  const client = user_id?.value ?? ''
  return { coach_id: coach, user_id: client, participants: [client] }
}

/** The request body of a valid form. */
export const creationOf = (values: SessionValues, me: OwnProfile): Creation => ({
  title: values.title.trim(),
  start_time: instantText(values.start_time),
  end_time: instantText(values.end_time),
  ...peopleOf(values),
  instance_count: values.instance_count,
  // Below Admin, the field may not be written.
  ...(isAtLeast(me.privs, 'Admin') && { billable: values.billable }),
})

/** The changed fields as the API takes them. */
export function updateOf(values: SessionValues, changes: Partial<SessionValues>, version: number): Update {
  const { title, start_time, end_time, instance_count, billable } = changes
  const hasOthers = ['type', 'coach_id', 'user_id', 'participants'].some((name) => name in changes)
  return {
    version,
    ...(title !== undefined && { title: title.trim() }),
    ...(start_time !== undefined && { start_time: instantText(start_time) }),
    ...(end_time !== undefined && { end_time: instantText(end_time) }),
    ...(instance_count !== undefined && { instance_count }),
    ...(billable !== undefined && { billable }),
    ...(hasOthers && peopleOf(values)),
  }
}

/** The people as rows have them. Fields that the form does not know stay empty until the API answers. */
function peopleRows({ type, coach_id, user_id, participants }: SessionValues) {
  const others = type === 'Org' ? participants : user_id ? [user_id] : []
  const coach = coach_id && {
    ...namesOf(coach_id),
    time_zone: coach_id.zone,
    organization: { displayName: '' },
  }
  return {
    coach: coach ? [coach] : [],
    participants: others.map((other) => ({
      ...namesOf(other),
      username: other.person.username,
      email: '',
      time_zone: other.zone,
    })),
  }
}

const namesOf = ({ person: { id, first_name, last_name } }: PersonOption) => ({ id, first_name, last_name })

/** Optimistic update of an edited session, as far as the form knows. The list shows it until the API answers. */
export function changedBy(values: SessionValues, update: Update): (session: Session) => Session {
  const { version: _, participants, ...fields } = update
  return (session) => ({ ...session, ...fields, ...(participants && peopleRows(values)) })
}

/** Optimistic row of a session that is being booked, shown in the list until the API answers. It offers no actions yet. */
export const bookedBy = (values: SessionValues, me: OwnProfile, now: number): Session => ({
  id: crypto.randomUUID(),
  version: 0,
  status: 'Scheduled',
  use_server: true,
  title: values.title.trim(),
  start_time: instantText(values.start_time),
  end_time: instantText(values.end_time),
  instance_count: values.instance_count,
  billable: values.billable,
  ...peopleOf(values),
  ...peopleRows(values),
  organization_id: values.coach_id?.organizationId ?? '',
  organization: me.organization ?? { displayName: '', time_zone: 'UTC' },
  startsSoon: false,
  createdAt: new Date(now).toISOString(),
  updatedAt: new Date(now).toISOString(),
  abilities: nothing,
})

const nothing: Session['abilities'] = {
  edit: false,
  editTimes: false,
  editBillable: false,
  cancel: false,
  noShow: false,
  complete: false,
  settle: false,
  correct: false,
  join: false,
  assess: false,
}
