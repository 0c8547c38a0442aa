import { useState, type Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { FieldFoot, type FieldTexts } from './field-text.tsx'

export const codeLength = 6

interface CodeBoxesProps extends Pick<FieldTexts, 'error'> {
  label: string
  value: string
  onChange: (digits: string) => void
  name?: string
  autoFocus?: boolean
  /** While a code is checked: the field keeps the focus, but cannot be changed. */
  isReadOnly?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Six digits, each in its own box. The boxes are only a drawing: a single field lies over them, so that pasting, a
 * phone's suggestion and a screen reader find an ordinary text field.
 */
export function CodeBoxes({ label, value, onChange, error, inputRef, ...field }: CodeBoxesProps) {
  const [isFocused, setIsFocused] = useState(false)
  return (
    <TextField
      {...field}
      aria-label={label}
      value={value}
      onChange={(text) => onChange(text.replaceAll(/\D/g, '').slice(0, codeLength))}
      isInvalid={error !== undefined}
      onFocusChange={setIsFocused}
      className="flex flex-col gap-1.5"
    >
      <div className="relative w-fit">
        <div aria-hidden="true" className="flex gap-2 font-figures max-sm:gap-1.5">
          {Array.from({ length: codeLength }, (_, index) => (
            <Box
              // Boxes never change places.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              digit={value[index]}
              isNext={isFocused && index === Math.min(value.length, codeLength - 1)}
              isInvalid={error !== undefined}
              className={index === codeLength / 2 ? 'ml-2.5 max-sm:ml-1.5' : ''}
            />
          ))}
        </div>
        <Input
          ref={inputRef}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck="false"
          // The boxes draw the text, so the field's own text is transparent.
          className="absolute inset-0 w-full cursor-text bg-transparent text-large text-transparent caret-transparent outline-none selection:bg-transparent"
        />
      </div>
      <FieldFoot error={error} />
    </TextField>
  )
}

interface BoxProps {
  digit: string | undefined
  isNext: boolean
  isInvalid: boolean
  className: string
}

const Box = ({ digit, isNext, isInvalid, className }: BoxProps) => (
  <span
    className={`flex h-12 w-11 items-center justify-center rounded-control border bg-surface text-[1.375rem] font-semibold ${
      isNext
        ? 'border-focus inset-ring inset-ring-focus'
        : isInvalid
          ? 'border-red inset-ring inset-ring-red'
          : 'border-control-line'
    } ${className}`}
  >
    {digit ?? (isNext && <span className="h-6 w-px bg-ink" />)}
  </span>
)
