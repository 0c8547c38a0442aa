import { parseTime } from '@internationalized/date'
import { Check, Clock } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { DateInput, DateSegment, TimeField as AriaTimeField } from 'react-aria-components/TimeField'
import { boxButtonStyles, optionStyles } from './field-styles.ts'
import { FieldFoot, FieldLabel, type FieldTexts } from './field-text.tsx'
import { popoverStyles } from '#ui/overlay/popover-styles.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'

export interface TimeChoice {
  /** Tells two choices with the same wall clock apart, on a night when the hour comes twice. */
  key: string
  label: string
  /** Shown beside the label, such as 'next day'. */
  mark?: string
}

interface TimeFieldProps extends FieldTexts {
  /** The wall clock: '09:30'. */
  value: string
  /** The same in the format of the list: '9:30 AM'. */
  text: string
  choices: readonly TimeChoice[]
  chosen: string
  isDisabled?: boolean
  /** Somebody is busy at that time; the error text is shown elsewhere. */
  isTaken?: boolean
  /** The user starts to type: what they type is relative to the times at this moment. */
  onStartTyping: () => void
  onType: (clock: string) => void
  onChoose: (key: string) => void
  /** An arrow key in the minutes: a quarter of an hour later (1) or earlier (-1). */
  onStep: (direction: 1 | -1) => void
  /** Delete or Backspace. The field itself never becomes empty. */
  onErase: () => void
}

/** A time of day in quarter hours: typed part by part or chosen from a list; on a small screen only chosen. */
export function TimeField(props: TimeFieldProps) {
  const isSmall = useSmallScreen()
  return isSmall ? <ChosenTime {...props} /> : <TypedTime {...props} />
}

/** Focuses the time field with that label, after the user took an offered time and its button disappeared. */
export const focusTime = (form: HTMLElement | null, label: string): void =>
  form
    ?.querySelector<HTMLElement>(`[data-time="${label}"] [role=spinbutton], [data-time="${label}"] button`)
    ?.focus()

const takenStyles = 'border-red inset-ring inset-ring-red'

const isErasing = (key: string): boolean => key === 'Backspace' || key === 'Delete'

function TypedTime(props: TimeFieldProps) {
  const { label, hint, error, value, isDisabled = false, isTaken = false } = props
  // While the user types it may be any minute; on blur the field shows the quarter hour that came of it.
  const [draft, setDraft] = useState<string>()
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isStep = (event.key === 'ArrowUp' || event.key === 'ArrowDown') && isMinutes(event.target)
    if (!isErasing(event.key) && !isStep) return
    event.preventDefault()
    event.stopPropagation()
    setDraft(undefined)
    if (isStep) props.onStep(event.key === 'ArrowUp' ? 1 : -1)
    else props.onErase()
  }
  return (
    <AriaTimeField
      data-time={label}
      value={parseTime(draft ?? value)}
      onChange={(time) => {
        // The field must never be empty, and a phone's keyboard erases without a key event to catch.
        if (time === null) return props.onErase()
        const clock = time.toString().slice(0, 5)
        setDraft(clock)
        return props.onType(clock)
      }}
      onFocus={props.onStartTyping}
      onBlur={() => setDraft(undefined)}
      granularity="minute"
      hourCycle={12}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <FieldLabel label={label} />
      <Group
        onKeyDownCapture={keys}
        className={[
          'flex h-(--control) items-center rounded-control border border-control-line bg-surface pl-3 font-figures',
          'focus-within:border-focus focus-within:inset-ring focus-within:inset-ring-focus',
          'invalid:border-red invalid:inset-ring invalid:inset-ring-red invalid:focus-within:border-red invalid:focus-within:inset-ring-red disabled:border-line-2 disabled:bg-sunken disabled:text-ink-2',
          isTaken ? takenStyles : '',
        ].join(' ')}
      >
        <DateInput className="flex min-w-0 flex-1 items-center whitespace-pre">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-tag px-px outline-none type-literal:px-0 focus:bg-accent focus:text-on-accent"
            />
          )}
        </DateInput>
        <TimeList {...props}>
          <Button
            slot={null}
            aria-label={`${label}, choose from a list`}
            isDisabled={isDisabled}
            className="flex h-full w-9 cursor-pointer items-center justify-center rounded-r-control text-ink-3 hover:text-ink focus-visible:-outline-offset-4 disabled:cursor-default"
          >
            <Clock className="size-4" strokeWidth={1.75} />
          </Button>
        </TimeList>
      </Group>
      <FieldFoot hint={hint} error={error} />
    </AriaTimeField>
  )
}

const isMinutes = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.dataset.type === 'minute'

/** On a small screen the whole field is a button that opens the list. */
function ChosenTime(props: TimeFieldProps) {
  const { label, hint, error, text, isDisabled = false, isTaken = false, onErase } = props
  const isInvalid = error !== undefined
  const foot = useId()
  return (
    <div
      className="group flex min-w-0 flex-col gap-1.5"
      data-time={label}
      {...(isInvalid && { 'data-rac': '', 'data-invalid': '' })}
    >
      <span aria-hidden="true" className="text-label font-medium">
        {label}
      </span>
      <TimeList {...props}>
        <Button
          aria-label={`${label}: ${text}`}
          {...((isInvalid || hint !== undefined) && { 'aria-describedby': foot })}
          isDisabled={isDisabled}
          onKeyDown={(event) => isErasing(event.key) && onErase()}
          className={`${boxButtonStyles} font-figures ${isTaken ? takenStyles : ''}`}
        >
          {text}
        </Button>
      </TimeList>
      {isInvalid ? (
        <span id={foot} role="alert" className="text-label font-medium text-red-ink">
          {error}
        </span>
      ) : (
        hint !== undefined && (
          <span id={foot} className="text-label text-ink-3">
            {hint}
          </span>
        )
      )}
    </div>
  )
}

function TimeList({ children, ...props }: TimeFieldProps & { children: ReactNode }) {
  const { label, choices, chosen, onChoose } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      {children}
      <Popover placement="bottom end" offset={6} className={popoverStyles({ width: 'list' })}>
        <Dialog aria-label={label} className="flex min-h-0 flex-1 flex-col outline-none">
          <ListBox
            aria-label={label}
            // The list takes the focus, at what is chosen.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            items={choices}
            selectionMode="single"
            // Esc only closes; it must not clear the selection.
            escapeKeyBehavior="none"
            selectedKeys={[chosen]}
            // Pressing the chosen option again gives an empty selection: the list closes as with any other.
            onSelectionChange={(keys) => {
              const [key] = keys === 'all' ? [] : keys
              if (key !== undefined) onChoose(String(key))
              setIsOpen(false)
            }}
            className="max-h-70 overflow-auto p-1 outline-none max-sm:max-h-none max-sm:p-2"
          >
            {({ key, label: text, mark }) => (
              <ListBoxItem
                id={key}
                textValue={mark === undefined ? text : `${text} ${mark}`}
                className={optionStyles()}
              >
                {({ isSelected }) => (
                  <>
                    <span className="flex-1 font-figures">{text}</span>
                    {mark !== undefined && <span className="text-small text-ink-3">{mark}</span>}
                    {isSelected && <Check className="size-4 shrink-0 text-ink-3" />}
                  </>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
