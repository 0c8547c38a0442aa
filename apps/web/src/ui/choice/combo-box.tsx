import { ChevronsUpDown, CircleAlert, X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { boxButtonStyles } from '#ui/field/field-styles.ts'
import type { FieldTexts } from '#ui/field/field-text.tsx'
import { OptionList } from './option-list.tsx'
import type { Option, Options } from './options.ts'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'

interface ComboBoxProps extends FieldTexts {
  options: Options
  /** The chosen one with its name, which the list need not have loaded. */
  value: Option | null
  /** Null only where it is optional and was cleared. */
  onChange: (option: Option | null) => void
  placeholder?: string
  /** At the left of the box, such as the person's avatar. */
  icon?: ReactNode
  isDisabled?: boolean
  /** A label that stands elsewhere, such as in a table's head, is only read out. */
  isLabelHidden?: boolean
}

/** One of many, found by searching, with options that may come from the server. */
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
    isDisabled,
    isLabelHidden = false,
  } = props
  const [isOpen, setIsOpen] = useState(false)
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
        <PopoverTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
          <Button
            id={`${id}-box`}
            aria-labelledby={`${id}-label ${id}-value`}
            {...(hasFoot && { 'aria-describedby': `${id}-foot` })}
            isDisabled={isDisabled ?? false}
            className={boxButtonStyles}
          >
            {icon}
            <span
              id={`${id}-value`}
              className={`min-w-0 flex-1 truncate text-left ${value ? '' : 'text-ink-3'}`}
            >
              {value?.label ?? placeholder ?? 'Choose'}
            </span>
            <ChevronsUpDown aria-hidden="true" strokeWidth={1.75} />
          </Button>
          <Popover label={label} width="trigger">
            <div className="p-1 pt-2.5">
              <OptionList
                label={label}
                options={options}
                mode="single"
                chosen={value ? [value.value] : []}
                onChange={([option]) => {
                  if (option) onChange(option)
                  setIsOpen(false)
                }}
                autoFocus
              />
            </div>
          </Popover>
        </PopoverTrigger>
        {isOptional && value && <ClearButton label={label} onClear={() => onChange(null)} />}
      </div>
      {hasFoot && <FieldText id={`${id}-foot`} hint={hint} error={error} />}
    </div>
  )
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <Button
      aria-label={`Clear ${label}`}
      onPress={onClear}
      className="absolute inset-y-0 right-8 flex w-7 cursor-pointer items-center justify-center rounded-control text-ink-3 hover:text-ink focus-visible:-outline-offset-4"
    >
      <X aria-hidden="true" className="size-3.5" />
    </Button>
  )
}

/** As under other fields; this one is no form control of the browser's, so the texts are tied to it by hand. */
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
      <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      {error}
    </span>
  )
}
