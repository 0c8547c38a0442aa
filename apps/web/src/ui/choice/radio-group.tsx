import type { ReactNode } from 'react'
import {
  RadioButton,
  RadioField,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
} from 'react-aria-components/RadioGroup'
import { Text } from 'react-aria-components/Text'
import { FieldFoot, FieldLabel, type FieldTexts } from '#ui/field/field-text.tsx'

interface RadioGroupProps
  extends Omit<AriaRadioGroupProps, 'className' | 'style' | 'isInvalid' | 'children'>, FieldTexts {
  children: ReactNode
}

/** A choice of one out of a few, all of them in view. */
export function RadioGroup({ label, isOptional, hint, error, children, ...props }: RadioGroupProps) {
  return (
    <AriaRadioGroup {...props} isInvalid={error !== undefined} className="group flex flex-col gap-1.5">
      <FieldLabel label={label} isOptional={isOptional ?? false} />
      <div className="flex flex-col gap-1 group-orientation-horizontal:flex-row group-orientation-horizontal:gap-6">
        {children}
      </div>
      <FieldFoot hint={hint} error={error} />
    </AriaRadioGroup>
  )
}

interface RadioProps {
  value: string
  hint?: ReactNode
  isDisabled?: boolean
  children: ReactNode
}

export function Radio({ value, hint, isDisabled = false, children }: RadioProps) {
  return (
    <RadioField value={value} isDisabled={isDisabled}>
      <RadioButton className="group/radio flex min-h-6 cursor-pointer items-center gap-2.5 outline-none disabled:cursor-default disabled:text-ink-3 pointer-coarse:min-h-11">
        <span
          aria-hidden="true"
          className={[
            'size-4 shrink-0 rounded-round border border-control-line bg-surface outline-offset-2 outline-focus transition-all duration-(--fast) forced-color-adjust-none',
            'group-selected/radio:border-5 group-selected/radio:border-accent group-disabled/radio:border-line-2 group-focus-visible/radio:outline-2',
          ].join(' ')}
        />
        <span>{children}</span>
      </RadioButton>
      {hint !== undefined && (
        <Text slot="description" className="block pl-6.5 text-label text-ink-3">
          {hint}
        </Text>
      )}
    </RadioField>
  )
}
