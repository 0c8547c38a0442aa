import type { OwnProfile } from '@parley/contract/identity.ts'
import { dayIn, dayRange } from '@parley/contract/rules/time/clock-times.ts'
import { clockIn } from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { latestStart } from '@parley/contract/rules/sessions/sessions.ts'
import { startsSoon } from '@parley/contract/rules/sessions/phases.ts'
import { User, Users } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { dayText } from '#platform/time/dates.ts'
import { clockText } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Checkbox } from '#ui/choice/checkbox.tsx'
import { ComboBox } from '#ui/choice/combo-box.tsx'
import { DateField } from '#ui/field/date-field.tsx'
import { Note } from '#ui/display/note.tsx'
import { NumberField } from '#ui/field/number-field.tsx'
import type { Options } from '#ui/choice/options.ts'
import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { TimeField } from '#ui/field/time-field.tsx'
import { dayHint, elsewhereText, endList, startList, zoneHint } from './form-words.ts'
import { ParticipantsField } from './participants-field.tsx'
import {
  clientOptions,
  coachOptions,
  isPersonOption,
  participantOptions,
  type PersonOption,
} from './person-options.ts'
import type { Availability } from '#features/sessions/ruler/session-lanes.ts'
import {
  startChoices,
  withDay,
  withEnd,
  withFullHour,
  withStart,
  withTypedEnd,
  withTypedStart,
  type Times,
} from './session-times.ts'
import { timesOf, type SessionForm } from './session-values.ts'

export interface FieldsProps {
  me: OwnProfile
  form: SessionForm
  zone: string
  now: number
  availability: Availability
  /** The id of the session being edited. */
  except: string | undefined
  /** Times and people can only change before the start. */
  isFixed: boolean
  /** Somebody is busy at that time. */
  isTaken: boolean
  mayBill: boolean
  onTimes: (times: Times) => void
}

export function TypeToggle({ me, form, isFixed }: FieldsProps) {
  if (!isAtLeast(me.privs, 'OrgAdmin')) return null
  return (
    <SegmentedControl
      label="Session type"
      isLabelHidden
      look="wide"
      segments={[
        { value: 'Individual', label: 'Individual', icon: <User strokeWidth={1.75} /> },
        { value: 'Org', label: 'Org', icon: <Users strokeWidth={1.75} /> },
      ]}
      value={form.values.type}
      isDisabled={isFixed}
      onChange={(type) => form.set('type', type)}
    />
  )
}

/** The people of the session, coach and client or the coach and up to ten others, and its title. */
export function PeopleFields(props: FieldsProps) {
  const { me, form, isFixed, except } = props
  const { type, coach_id, start_time, end_time } = form.values
  const clients = useMemo(() => clientOptions(me, coach_id?.organizationId), [me, coach_id])
  const participants = useMemo(
    () =>
      participantOptions({
        me,
        coach: coach_id,
        except,
        span: { start: start_time ?? 0, end: end_time ?? 0 },
      }),
    [me, coach_id, except, start_time, end_time],
  )
  const title = <TextField {...form.field('title')} label="Title" autoComplete="off" maxLength={200} />
  if (type === 'Individual') {
    return (
      <>
        <div className="grid gap-x-3 gap-y-4.5 sm:grid-cols-2">
          <CoachField {...props} />
          <PersonField
            {...props}
            name="user_id"
            label="Client"
            placeholder="Choose a client"
            options={clients}
          />
        </div>
        {title}
      </>
    )
  }
  return (
    <>
      <div className="grid gap-x-3 gap-y-4.5 sm:grid-cols-2">
        <CoachField {...props} />
        {title}
      </div>
      <ParticipantsField
        value={form.values.participants}
        options={participants}
        error={form.field('participants').error}
        isDisabled={isFixed}
        onChange={(people) => form.set('participants', people)}
      />
    </>
  )
}

/** Below OrgAdmin, the viewer is the coach. */
function CoachField(props: FieldsProps) {
  const { me, form, zone } = props
  const options = useMemo(() => coachOptions(me), [me])
  const { coach_id } = form.values
  if (!isAtLeast(me.privs, 'OrgAdmin')) {
    const hint = coach_id && zoneHint(coach_id.zone, zone, form.values.start_time ?? props.now)
    return <TextField label="Coach" value={coach_id?.label ?? ''} isReadOnly {...(hint && { hint })} />
  }
  const choose = (coach: PersonOption) => {
    if (coach_id && coach_id.organizationId === coach.organizationId) return
    // All people of a session belong to one organization, so people of another one can't stay.
    const stays = ({ organizationId }: PersonOption) => organizationId === coach.organizationId
    const { user_id, participants } = form.values
    if (user_id && !stays(user_id)) form.set('user_id', null)
    form.set('participants', participants.filter(stays))
  }
  return (
    <PersonField
      {...props}
      name="coach_id"
      label="Coach"
      placeholder="Choose a coach"
      options={options}
      onChosen={choose}
    />
  )
}

interface PersonFieldProps extends FieldsProps {
  name: 'coach_id' | 'user_id'
  label: string
  placeholder: string
  options: Options
  onChosen?: (person: PersonOption) => void
}

function PersonField({ form, name, zone, now, isFixed, onChosen, ...props }: PersonFieldProps) {
  const { value, error, onChange } = form.field(name)
  return (
    <ComboBox
      label={props.label}
      placeholder={props.placeholder}
      options={props.options}
      value={value}
      error={error}
      isDisabled={isFixed}
      {...(value && {
        icon: <Avatar person={value.person} size={22} />,
        hint: zoneHint(value.zone, zone, form.values.start_time ?? now),
      })}
      onChange={(option) => {
        if (!option || !isPersonOption(option)) return
        onChange(option)
        onChosen?.(option)
      }}
    />
  )
}

export const startLabel = 'Start time'

/** Date, start and end. Their errors show while the user is still choosing. */
export function TimeFields({ form, zone, now, availability, isFixed, isTaken, onTimes }: FieldsProps) {
  const times = timesOf(form.values)
  const { start, end } = times
  // Typed times apply to the day on which typing began: 11:58 PM may round into the next day.
  const typedFrom = useRef(times)
  const today = dayIn(now, zone)
  const day = start === null ? today : dayIn(start, zone)
  const starts = useMemo(() => startList(startChoices(dayRange(day, zone), now), zone), [day, zone, now])
  const ends = useMemo(() => (start === null ? [] : endList(start, zone)), [start, zone])
  if (start === null || end === null) return null
  const zones = availability.lanes.length > 2 ? [] : availability.lanes.map((lane) => lane.zone)
  const errorOf = (name: 'date' | 'start_time' | 'end_time') => form.field(name).error ?? form.faultOf(name)
  const shared = {
    isDisabled: isFixed,
    onStartTyping: () => void (typedFrom.current = times),
    onErase: () => onTimes(withFullHour(times, zone)),
  }
  return (
    <div className="grid grid-cols-[11fr_9fr_9fr] gap-x-3 max-sm:gap-x-2">
      <DateField
        label="Date"
        value={day}
        text={dayText(zone, start)}
        min={today}
        max={dayIn(latestStart(now), zone)}
        hint={dayHint(day, today)}
        error={errorOf('date')}
        isDisabled={isFixed}
        onChange={(next) => onTimes(withDay(times, next, zone))}
      />
      <TimeField
        {...shared}
        label={startLabel}
        isTaken={isTaken}
        value={clockIn(start, zone)}
        text={clockText(zone, start)}
        choices={withPresent(starts, start, zone)}
        chosen={String(start)}
        hint={elsewhereText(start, zones, zone)}
        error={errorOf('start_time')}
        onType={(clock) => onTimes(withTypedStart(typedFrom.current, clock, zone))}
        onChoose={(key) => onTimes(withStart(Number(key)))}
        onStep={(direction) => onTimes(withStart(start + direction * constants.timeStepMs))}
      />
      <TimeField
        {...shared}
        label="End time"
        value={clockIn(end, zone)}
        text={clockText(zone, end)}
        choices={withPresent(ends, end, zone)}
        chosen={String(end)}
        hint={`${dayIn(end, zone) > day ? 'next day · ' : ''}${elsewhereText(end, zones, zone)}`}
        error={errorOf('end_time')}
        onType={(clock) => onTimes(withTypedEnd(typedFrom.current, clock, zone))}
        onChoose={(key) => onTimes(withEnd(times, Number(key)))}
        onStep={(direction) => onTimes(withEnd(times, end + direction * constants.timeStepMs))}
      />
    </div>
  )
}

/** Adds the form's own time to the list if the list does not offer it, for example because it has passed. */
const withPresent = (choices: ReturnType<typeof startList>, instant: number, zone: string) =>
  choices.some(({ key }) => key === String(instant))
    ? choices
    : [{ key: String(instant), label: clockText(zone, instant) }, ...choices]

/** The number of instances, whether the session is billed, and a warning if it starts very soon. */
export function MoreFields({ form, now, mayBill }: FieldsProps) {
  const { start_time, billable } = form.values
  const { value, error, onChange, onBlur } = form.field('instance_count')
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="w-28 pointer-coarse:w-36 has-[[data-invalid]]:w-56">
          <NumberField
            label="Instances"
            isStepper
            value={value}
            minValue={0}
            error={error ?? (value > constants.instancesMax ? form.faultOf('instance_count') : undefined)}
            onChange={onChange}
            onBlur={onBlur}
          />
        </div>
        {mayBill && (
          <div className="mt-6 flex h-(--control) items-center">
            <Checkbox isSelected={billable} onChange={(isOn) => form.set('billable', isOn)}>
              Billable
            </Checkbox>
          </div>
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {start_time !== null && isSoon(start_time, now) && (
          <Note kind="warning">
            Scheduling under 25 minutes before start time may cause technical issues.
          </Note>
        )}
      </div>
    </>
  )
}

const isSoon = (start: number, now: number): boolean => {
  const at = new Date(start).toISOString()
  return startsSoon({ start_time: at, end_time: at, status: 'Scheduled' }, now)
}
