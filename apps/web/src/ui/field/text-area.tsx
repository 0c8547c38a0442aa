import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField, type TextFieldProps } from 'react-aria-components/TextField'
import { fieldBoxStyles } from './field-styles.ts'
import { FieldFoot, FieldLabel, type FieldTexts } from './field-text.tsx'

interface TextAreaProps
  extends Omit<TextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'type'>, FieldTexts {
  rows?: number
  placeholder?: string
}

export function TextArea({ label, isOptional, hint, error, rows = 4, placeholder, ...props }: TextAreaProps) {
  return (
    <TextField {...props} isInvalid={error !== undefined} className="flex flex-col gap-1.5">
      <FieldLabel label={label} isOptional={isOptional ?? false} />
      <AriaTextArea
        rows={rows}
        {...(placeholder !== undefined && { placeholder })}
        className={fieldBoxStyles({ size: 'lines' })}
      />
      <FieldFoot hint={hint} error={error} />
    </TextField>
  )
}
