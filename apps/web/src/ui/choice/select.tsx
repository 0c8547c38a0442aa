import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import {
  Select as AriaSelect,
  SelectValue,
  type SelectProps as AriaSelectProps,
} from 'react-aria-components/Select'
import { boxButtonStyles, optionStyles } from '#ui/field/field-styles.ts'
import { FieldFoot, FieldLabel, type FieldTexts } from '#ui/field/field-text.tsx'
import { popoverStyles } from '#ui/overlay/popover-styles.ts'

export interface SelectOption<V extends string> {
  value: V
  label: string
  hint?: string
  isDisabled?: boolean
}

interface SelectProps<V extends string>
  extends Pick<AriaSelectProps<object>, 'name' | 'isDisabled' | 'onBlur' | 'autoFocus'>, FieldTexts {
  options: readonly SelectOption<V>[]
  value: V | null
  onChange: (value: V) => void
  placeholder?: string
  /** At the left of the box. */
  icon?: ReactNode
}

/** A choice from a fixed list that is short enough to look through. Use ComboBox for long lists. */
export function Select<V extends string>(props: SelectProps<V>) {
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
    ...rest
  } = props
  const choose = (key: unknown) => {
    const option = options.find((each) => each.value === key)
    if (option) onChange(option.value)
  }
  return (
    <AriaSelect
      {...rest}
      value={value}
      onChange={choose}
      placeholder={placeholder ?? 'Choose'}
      isInvalid={error !== undefined}
      className="group flex min-w-0 flex-col gap-1.5"
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Button className={boxButtonStyles}>
        {icon}
        <SelectValue className="min-w-0 flex-1 truncate text-left placeholder-shown:text-ink-3">
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronsUpDown className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      </Button>
      <FieldFoot hint={hint} error={error} />
      <Popover offset={4} className={popoverStyles({ width: 'trigger' })}>
        <ListBox
          items={options}
          className="max-h-80 overflow-auto p-1 outline-none max-sm:max-h-none max-sm:p-2"
        >
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className={optionStyles()}
            >
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">
                    <span className="block wrap-anywhere">{option.label}</span>
                    {option.hint && <span className="block text-small text-ink-3">{option.hint}</span>}
                  </span>
                  {isSelected && <Check className="size-4 shrink-0 text-ink-3" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
