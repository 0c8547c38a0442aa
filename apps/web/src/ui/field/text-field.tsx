import { Eye, EyeOff, Lock } from 'lucide-react'
import { useState, type ReactNode, type Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { fieldBoxStyles } from './field-styles.ts'
import { FieldFoot, FieldLabel, type FieldTexts } from './field-text.tsx'

interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'size'>, FieldTexts {
  placeholder?: string
  /** A 16 px icon at the right, such as the tick of a free username. */
  icon?: ReactNode
  size?: 'medium' | 'large'
  inputRef?: Ref<HTMLInputElement>
}

/** A line of text. A secret (`type="password"`) has a button that reveals it; a read-only field has a lock. */
export function TextField(props: TextFieldProps) {
  const { label, isOptional = false, hint, error, size, type, placeholder, icon, inputRef, ...rest } = props
  const [isShown, setIsShown] = useState(false)
  const isSecret = type === 'password'
  const mark = rest.isReadOnly === true ? <Lock strokeWidth={1.75} /> : icon
  const shownType = isSecret && isShown ? 'text' : (type ?? 'text')
  return (
    <AriaTextField
      {...rest}
      type={shownType}
      isInvalid={error !== undefined}
      className="flex flex-col gap-1.5"
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <div className="relative">
        {/* A phone must not capitalise the first letter of names and secrets. */}
        <Input
          ref={inputRef}
          autoCapitalize="none"
          {...(placeholder !== undefined && { placeholder })}
          className={fieldBoxStyles({ size, trailing: isSecret ? 'button' : mark ? 'icon' : 'none' })}
        />
        {mark && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-3 [&_svg]:size-4">
            {mark}
          </span>
        )}
        {isSecret && <RevealButton isShown={isShown} onChange={setIsShown} />}
      </div>
      <FieldFoot hint={hint} error={error} />
    </AriaTextField>
  )
}

function RevealButton({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  const Icon = isShown ? EyeOff : Eye
  return (
    <Button
      // Opts out of the field's slots: the field passes its own label and description to every button inside it.
      slot={null}
      aria-label={isShown ? 'Hide password' : 'Show password'}
      onPress={() => onChange(!isShown)}
      className="absolute inset-y-0 right-0 flex w-11 cursor-pointer items-center justify-center rounded-control text-ink-3 hover:text-ink focus-visible:-outline-offset-4"
    >
      <Icon className="size-4" strokeWidth={1.75} />
    </Button>
  )
}
