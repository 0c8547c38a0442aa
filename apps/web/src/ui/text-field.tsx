import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode, type Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { tv } from 'tailwind-variants/lite'

const inputStyles = tv({
  base: [
    'w-full rounded-control border border-control-line bg-surface px-3 text-body text-ink outline-none placeholder:text-ink-3',
    'pointer-coarse:text-large',
    'focus:border-focus focus:inset-ring focus:inset-ring-focus',
    'invalid:border-red invalid:inset-ring invalid:inset-ring-red',
    'disabled:border-line-2 disabled:bg-sunken disabled:text-ink-2',
  ],
  variants: {
    size: { medium: 'h-(--control)', large: 'h-11' },
    hasButton: { true: 'pr-11' },
  },
  defaultVariants: { size: 'medium' },
})

interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  'children' | 'className' | 'style' | 'isInvalid' | 'size'
> {
  label: string
  hint?: ReactNode
  /** Takes the hint's place. */
  error?: string | undefined
  size?: 'medium' | 'large'
  inputRef?: Ref<HTMLInputElement>
}

/** A line of text. For a secret (`type="password"`) a button shows what was typed. */
export function TextField({ label, hint, error, size, type, inputRef, ...props }: TextFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const isSecret = type === 'password'
  const shownType = isSecret && isShown ? 'text' : (type ?? 'text')
  return (
    <AriaTextField
      {...props}
      type={shownType}
      isInvalid={error !== undefined}
      className="flex flex-col gap-1.5"
    >
      <Label className="text-label font-medium">{label}</Label>
      <div className="relative">
        {/* Names and secrets: a phone must not begin them with a capital. */}
        <Input ref={inputRef} autoCapitalize="none" className={inputStyles({ size, hasButton: isSecret })} />
        {isSecret && <RevealButton isShown={isShown} onChange={setIsShown} />}
      </div>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="text-label text-ink-3">
          {hint}
        </Text>
      )}
      <FieldError className="flex gap-1.5 text-label font-medium text-red-ink">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
        {error}
      </FieldError>
    </AriaTextField>
  )
}

function RevealButton({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  const Icon = isShown ? EyeOff : Eye
  return (
    <Button
      // The field lends its own label and description to every button inside it.
      slot={null}
      aria-label={isShown ? 'Hide password' : 'Show password'}
      onPress={() => onChange(!isShown)}
      className="absolute inset-y-0 right-0 flex w-11 cursor-pointer items-center justify-center rounded-control text-ink-3 hover:text-ink focus-visible:-outline-offset-4"
    >
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
    </Button>
  )
}
