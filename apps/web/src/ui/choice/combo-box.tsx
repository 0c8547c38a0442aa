import { ChevronsUpDown, CircleAlert, X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from 'react-aria-components/Button'
import { boxButtonStyles } from '#ui/field/field-styles.ts'
import type { FieldTexts } from '#ui/field/field-text.tsx'
import { OptionList } from './option-list.tsx'
import type { Option, Options } from './options.ts'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'

interface ComboBoxProps extends FieldTexts {
  options: Options
  /** The chosen option with its name: the list need not have loaded it. */
  value: Option | null
  /** Null only if the field is optional and was cleared. */
  onChange: (option: Option | null) => void
  placeholder?: string
  /** At the left of the box, such as the person's avatar. */
  icon?: ReactNode
  isDisabled?: boolean
  /** Hides the label if it is shown elsewhere, such as in a table's head; screen readers still read it. */
  isLabelHidden?: boolean
}

/** Chooses one of many by searching. The options may come from the server. */
export function ComboBox(props: ComboBoxProps) {
  const {
    label,
    isOptional = false,
    hint,
    error,
    options,
    value,
    onChange,
    placeholder,
    icon,
    isDisabled = false,
    isLabelHidden = false,
  } = props
  // Set while the list is open, with the letter that opened it, if one did.
  const [open, setOpen] = useState<{ typed: string }>()
  const box = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(undefined)
  const id = useId()
  const hasFoot = error !== undefined || hint !== undefined
  return (
    <div
      className="group flex min-w-0 flex-col gap-1.5"
      {...(error !== undefined && { 'data-rac': '', 'data-invalid': '' })}
    >
      <span className={isLabelHidden ? 'sr-only' : 'text-label font-medium'}>
        <span id={`${id}-label`}>{label}</span>
        {isOptional && <span className="font-normal text-ink-3"> optional</span>}
      </span>
      <div className="relative">
        <PopoverTrigger
          isOpen={open !== undefined}
          onOpenChange={(isWanted) => setOpen(isWanted ? { typed: '' } : undefined)}
        >
          <Button
            ref={box}
            id={`${id}-box`}
            onKeyDown={(event) => {
              const typed = typedBy(event)
              if (typed === undefined) return event.continuePropagation()
              event.preventDefault()
              return setOpen({ typed })
            }}
            aria-labelledby={`${id}-label ${id}-value`}
            {...(hasFoot && { 'aria-describedby': `${id}-foot` })}
            isDisabled={isDisabled}
            className={boxButtonStyles}
          >
            {icon}
            <span
              id={`${id}-value`}
              className={`min-w-0 flex-1 truncate text-left ${value ? '' : 'text-ink-3'}`}
            >
              {value?.label ?? placeholder ?? 'Choose'}
            </span>
            <ChevronsUpDown strokeWidth={1.75} />
          </Button>
          <Popover label={label} width="trigger">
            <div className="p-1 pt-2.5" onKeyDownCapture={(event) => leaveBy(event, box.current, close)}>
              <OptionList
                label={label}
                options={options}
                mode="single"
                chosen={value ? [value.value] : []}
                onChange={([option]) => {
                  if (option) onChange(option)
                  close()
                }}
                autoFocus
                firstTyped={open?.typed ?? ''}
              />
            </div>
          </Popover>
        </PopoverTrigger>
        {isOptional && value && !isDisabled && <ClearButton label={label} onClear={() => onChange(null)} />}
      </div>
      {hasFoot && <FieldText id={`${id}-foot`} hint={hint} error={error} />}
    </div>
  )
}

/** The text to search for if the key opens a closed list: a letter, or '' for an arrow. Undefined for any other key. */
function typedBy({ key, ctrlKey, metaKey, altKey }: PressedKey): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'ArrowDown' || key === 'ArrowUp') return ''
  return key.length === 1 && key !== ' ' ? key : undefined
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Esc closes the list but nothing below it; Tab goes on from the box, as with the browser's own lists. */
function leaveBy(event: KeyboardEvent, box: HTMLElement | null, close: () => void): void {
  if (event.key !== 'Tab' && event.key !== 'Escape') return
  if (event.key === 'Escape') event.stopPropagation()
  // The list keeps the focus until it is closed.
  flushSync(close)
  box?.focus()
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <Button
      aria-label={`Clear ${label}`}
      onPress={onClear}
      className="absolute inset-y-0 right-8 flex w-7 cursor-pointer items-center justify-center rounded-control text-ink-3 hover:text-ink focus-visible:-outline-offset-4"
    >
      <X className="size-3.5" />
    </Button>
  )
}

/** As under other fields. This one is no native form control, so the texts are tied to it by hand. */
function FieldText({ id, hint, error }: { id: string } & Pick<FieldTexts, 'hint' | 'error'>) {
  if (error === undefined) {
    return (
      <span id={id} className="text-label text-ink-3">
        {hint}
      </span>
    )
  }
  return (
    <span id={id} className="flex gap-1.5 text-label font-medium text-red-ink">
      <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
      {error}
    </span>
  )
}
