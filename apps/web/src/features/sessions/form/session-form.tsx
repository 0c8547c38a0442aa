import type { OwnProfile } from '@parley/contract/identity.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { useId, useMemo, type ReactNode, type SubmitEvent } from 'react'
import { FormModal } from '#ui/form/form-modal.tsx'
import { Note } from '#ui/display/note.tsx'
import { focusTime } from '#ui/field/time-field.tsx'
import { Ruler } from '#features/sessions/ruler/ruler.tsx'
import {
  MoreFields,
  PeopleFields,
  startLabel,
  TimeFields,
  TypeToggle,
  type FieldsProps,
} from './session-fields.tsx'
import { useAvailability } from '#features/sessions/ruler/session-lanes.ts'
import { FormFooter, Invitations } from './form-footer.tsx'
import { withChoice, withDay, type Times } from './session-times.ts'
import { timesOf, timeValues, type SessionForm, type SessionValues } from './session-values.ts'
import { CheckingNote, ClashNote, ClockNote, HoursNote, type OfferProps } from './time-notes.tsx'

interface SessionFormProps {
  title: string
  /** The verb on the button that saves. */
  act: string
  me: OwnProfile
  zone: string
  now: number
  form: SessionForm
  /** The session being edited; its own time does not count as busy. */
  except?: string
  isFixed?: boolean
  /** Nothing can be saved; a line in the form says why. */
  isLocked?: boolean
  isOpen: boolean
  isSaving: boolean
  /** Above the fields. */
  children?: ReactNode
  onSave: () => void
  onClose: () => void
}

const nobody: SessionValues['participants'] = []

/** The session form, with everybody's day beside it. It validates before saving and asks before discarding unsaved input. */
export function SessionFormModal(props: SessionFormProps) {
  // Long, because every part of the form follows the same chosen time.
  const {
    title,
    act,
    me,
    zone,
    now,
    form,
    except,
    isFixed = false,
    isLocked = false,
    isOpen,
    isSaving,
  } = props
  const { values } = form
  const { isOrg, span, day, availability } = useChosenTime({ values, zone, now, except })
  const onTimes = (times: Times) => form.setAll(timeValues(times, zone))
  const onSpan = ({ start, end }: Span) => onTimes({ start, end, note: null })
  const isTaken = !isFixed && availability.clashes.length > 0
  const fields: FieldsProps = {
    ...{ me, form, zone, now, availability, except, isFixed, isTaken, onTimes },
    mayBill: isAtLeast(me.privs, 'Admin') && !isLocked,
  }
  const id = useId()
  const onUse = (offered: Span) => {
    onSpan(offered)
    // The pressed button disappears with the clash, so move the focus.
    focusTime(document.getElementById(id), startLabel)
  }
  const offer = { availability, isOrg, zone, day, onUse }
  const hasUnsavedInput = form.changed.length > 0
  const isChecking = !isFixed && availability.isChecking

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isReady = !isSaving && !isLocked && !isTaken && !isChecking
    if (isReady && form.isGood(event.currentTarget)) props.onSave()
  }

  return (
    <FormModal
      title={title}
      isOpen={isOpen}
      onClose={props.onClose}
      hasUnsavedInput={hasUnsavedInput}
      isHeld={isSaving}
      footer={(leave) => (
        <FormFooter
          formId={id}
          {...{ act, isSaving, isChecking }}
          isDisabled={isLocked || isTaken}
          invitations={
            !isFixed && <Invitations availability={availability} isOrg={isOrg} isNew={except === undefined} />
          }
          onLeave={leave}
        />
      )}
    >
      <form
        id={id}
        noValidate
        onSubmit={submit}
        className="@4xl:grid @4xl:min-h-146 @4xl:grid-cols-[minmax(0,1fr)_27rem] @4xl:grid-rows-[auto_1fr]"
      >
        <div className="flex min-w-0 flex-col gap-4.5 px-6 pt-5 max-sm:px-4">
          {props.children}
          <TypeToggle {...fields} />
          <PeopleFields {...fields} />
          <TimeFields {...fields} />
          <ClockNote
            times={timesOf(values)}
            zone={zone}
            onChoose={(at) => onTimes(withChoice(timesOf(values), at))}
          />
          {!isFixed && <ClashNote {...offer} />}
        </div>
        <div className="border-line bg-canvas px-6 pt-5 pb-6 max-sm:px-4 @max-4xl:mt-5 @max-4xl:border-y @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1 @4xl:border-l @4xl:px-5">
          <DayBeside
            {...{ offer, isFixed, span, now, onSpan }}
            onDay={(next) => onTimes(withDay(timesOf(values), next, zone))}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-4.5 px-6 pt-4.5 pb-6 max-sm:px-4">
          <MoreFields {...fields} />
        </div>
      </form>
    </FormModal>
  )
}

interface DayBesideProps {
  offer: OfferProps
  isFixed: boolean
  span: Span | undefined
  now: number
  onSpan: (span: Span) => void
  onDay: (day: string) => void
}

/** Everybody's day, and what speaks against the chosen time. */
function DayBeside({ offer, isFixed, span, now, onSpan, onDay }: DayBesideProps) {
  const { availability, isOrg, zone, day } = offer
  return (
    <>
      <Ruler {...{ availability, isOrg, day, zone, now, span, onSpan, onDay }} isLocked={isFixed} />
      {!isFixed && <CheckingNote availability={availability} />}
      {!isFixed && <HoursNote {...offer} span={span} />}
      {availability.isFailed && (
        <div className="mt-4">
          <Note kind="warning">Busy times couldn't be loaded. You can still choose a time.</Note>
        </div>
      )}
    </>
  )
}

/** The chosen time, and everybody's day around it. */
function useChosenTime({
  values,
  zone,
  now,
  except,
}: Pick<SessionFormProps, 'zone' | 'now' | 'except'> & { values: SessionValues }) {
  const isOrg = values.type === 'Org'
  const span = useSpan(values)
  const others = useMemo(
    () => (values.type === 'Org' ? values.participants : values.user_id ? [values.user_id] : nobody),
    [values.type, values.participants, values.user_id],
  )
  const day = values.date ?? dayIn(now, zone)
  const availability = useAvailability({ coach: values.coach_id, others, span, day, zone, now, except })
  return { isOrg, span, day, availability }
}

/** The chosen time if it is valid: the same object until it changes. */
function useSpan({ start_time, end_time }: SessionValues): Span | undefined {
  return useMemo(
    () =>
      start_time !== null && end_time !== null && end_time > start_time
        ? { start: start_time, end: end_time }
        : undefined,
    [start_time, end_time],
  )
}
