import type { ReactNode } from 'react'
import {
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps as AriaCheckboxFieldProps,
} from 'react-aria-components/Checkbox'
import { FieldFoot, type FieldTexts } from '#ui/field/field-text.tsx'
import { TickBox } from './tick-box.tsx'

interface CheckboxProps
  extends
    Omit<AriaCheckboxFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>,
    Pick<FieldTexts, 'hint' | 'error'> {
  children: ReactNode
}

/** Yes or no. If it may also be unanswered, use TriState. */
export function Checkbox({ children, hint, error, ...props }: CheckboxProps) {
  return (
    <CheckboxField {...props} isInvalid={error !== undefined} className="flex flex-col gap-1">
      <CheckboxButton className="flex min-h-6 cursor-pointer items-center gap-2.5 outline-none disabled:cursor-default disabled:text-ink-3 pointer-coarse:min-h-11">
        {({ isSelected, isIndeterminate, isFocusVisible, isInvalid, isDisabled }) => (
          <>
            <TickBox {...{ isSelected, isIndeterminate, isFocusVisible, isInvalid, isDisabled }} />
            <span>{children}</span>
          </>
        )}
      </CheckboxButton>
      <div className="pl-6.5 empty:hidden">
        <FieldFoot hint={hint} error={error} />
      </div>
    </CheckboxField>
  )
}
