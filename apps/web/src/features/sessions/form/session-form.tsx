import type { OwnProfile } from '@parley/contract/identity.ts'
import { dayIn } from '@parley/contract/rules/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Span } from '@parley/contract/rules/free-times.ts'
import { Mail } from 'lucide-react'
import { useId, useMemo, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '#ui/button/button.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { Note } from '#ui/display/note.tsx'
import { focusTime } from '#ui/field/time-field.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { Ruler } from '#features/sessions/ruler/ruler.tsx'
import {
  MoreFields,
  PeopleFields,
  startLabel,
  TimeFields,
  TypeToggle,
  type FieldsProps,
} from './session-fields.tsx'
import { firstNameOf, useChoosing, type Choosing } from '#features/sessions/ruler/session-lanes.ts'
import { withChoice, withDay, type Times } from './session-times.ts'
import { timesOf, timeValues, type SessionForm, type SessionValues } from './session-values.ts'
import { CheckingNote, ClashNote, ClockNote, HoursNote } from './time-notes.tsx'

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
  const isOrg = values.type === 'Org'
  const span = useSpan(values)
  const others = useMemo(
    () => (values.type === 'Org' ? values.participants : values.user_id ? [values.user_id] : nobody),
    [values.type, values.participants, values.user_id],
  )
  const day = values.date ?? dayIn(now, zone)
  const choosing = useChoosing({ coach: values.coach_id, others, span, day, zone, now, except })
  const onTimes = (times: Times) => form.setAll(timeValues(times, zone))
  const onSpan = ({ start, end }: Span) => onTimes({ start, end, note: null })
  const isTaken = !isFixed && choosing.clashes.length > 0
  const fields: FieldsProps = {
    ...{ me, form, zone, now, choosing, except, isFixed, isTaken, onTimes },
    mayBill: isAtLeast(me.privs, 'Admin') && !isLocked,
  }
  const id = useId()
  const onUse = (offered: Span) => {
    onSpan(offered)
    // The pressed button disappears with the clash, so move the focus.
    focusTime(document.getElementById(id), startLabel)
  }
  const offer = { choosing, isOrg, zone, day, onUse }
  const hasUnsavedInput = form.changed.length > 0
  const isChecking = !isFixed && choosing.isChecking
  const isSmall = useSmallScreen()

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
        <>
          <p className="mr-auto flex min-w-0 items-center gap-2 text-label text-ink-3 max-sm:hidden">
            {!isFixed && <Invitations choosing={choosing} isOrg={isOrg} isNew={except === undefined} />}
          </p>
          {!isSmall && (
            <Button look="quiet" isDisabled={isSaving} onPress={leave}>
              Never mind
            </Button>
          )}
          <Button
            type="submit"
            form={id}
            look="primary"
            // Nothing is booked before everybody's day is known: the button waits.
            isPending={isSaving || isChecking}
            isDisabled={isLocked || isTaken}
            {...(isSmall && { size: 'large', width: 'full' })}
          >
            {act}
          </Button>
        </>
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
          <Ruler
            {...{ choosing, isOrg, day, zone, now, span, onSpan }}
            isLocked={isFixed}
            onDay={(next) => onTimes(withDay(timesOf(values), next, zone))}
          />
          {!isFixed && <CheckingNote choosing={choosing} />}
          {!isFixed && <HoursNote {...offer} span={span} />}
          {choosing.isFailed && (
            <div className="mt-4">
              <Note kind="warning">Busy times couldn't be loaded. You can still choose a time.</Note>
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4.5 px-6 pt-4.5 pb-6 max-sm:px-4">
          <MoreFields {...fields} />
        </div>
      </form>
    </FormModal>
  )
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

/** Says who gets an email. */
function Invitations({
  choosing: { lanes },
  isOrg,
  isNew,
}: {
  choosing: Choosing
  isOrg: boolean
  isNew: boolean
}) {
  const client = lanes.find(({ role }) => role === 'other')
  if (!client) return null
  const who = isOrg ? `${lanes.length} people get` : `${firstNameOf(client)} gets`
  return (
    <>
      <Mail className="size-3.5 shrink-0" strokeWidth={1.75} />
      <span className="truncate">
        {isNew
          ? `${who} an invitation by email, ${isOrg ? 'each in their' : 'in their'} own time zone.`
          : 'Everyone in it gets an email about a new time.'}
      </span>
    </>
  )
}
