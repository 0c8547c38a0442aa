import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from 'react-aria-components/NumberField'
import { FieldFoot, FieldLabel, type FieldTexts } from './field-text.tsx'

interface NumberFieldProps
  extends Omit<AriaNumberFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>, FieldTexts {
  /** Puts the step buttons on either side of the number, for a small number that is mostly stepped. */
  isStepper?: boolean
}

/** A number, typed or stepped. `formatOptions` formats it as money or with a unit. */
export function NumberField({
  label,
  isOptional,
  hint,
  error,
  isStepper = false,
  ...props
}: NumberFieldProps) {
  const less = (
    <Step slot="decrement" isLined={!isStepper}>
      <Minus />
    </Step>
  )
  return (
    <AriaNumberField {...props} isInvalid={error !== undefined} className="flex flex-col gap-1.5">
      <FieldLabel label={label} isOptional={isOptional ?? false} />
      <Group
        className={[
          'flex h-(--control) items-center rounded-control border border-control-line bg-surface font-figures',
          'focus-within:border-focus focus-within:inset-ring focus-within:inset-ring-focus',
          'invalid:border-red invalid:inset-ring invalid:inset-ring-red invalid:focus-within:border-red invalid:focus-within:inset-ring-red disabled:border-line-2 disabled:bg-sunken',
        ].join(' ')}
      >
        {isStepper && less}
        <Input
          className={`h-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-3 disabled:text-ink-2 pointer-coarse:text-large ${isStepper ? 'text-center' : 'px-3'}`}
        />
        {!isStepper && less}
        <Step slot="increment" isLined={!isStepper}>
          <Plus />
        </Step>
      </Group>
      <FieldFoot hint={hint} error={error} />
    </AriaNumberField>
  )
}

interface StepProps {
  slot: 'increment' | 'decrement'
  isLined: boolean
  children: ReactNode
}

function Step({ slot, isLined, children }: StepProps) {
  return (
    <Button
      slot={slot}
      className={`flex h-full w-9 shrink-0 cursor-pointer items-center justify-center text-ink-3 first:rounded-l-control last:rounded-r-control hover:bg-hover hover:text-ink pressed:bg-sunken disabled:cursor-default disabled:text-ink-off pointer-coarse:w-11 [&_svg]:size-3.5 ${isLined ? 'border-l border-line' : ''}`}
    >
      {children}
    </Button>
  )
}
