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
  extends Omit<AriaNumberFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>, FieldTexts {}

/** A number, typed or stepped. `formatOptions` writes it as money or with a unit. */
export function NumberField({ label, isOptional, hint, error, ...props }: NumberFieldProps) {
  return (
    <AriaNumberField {...props} isInvalid={error !== undefined} className="flex flex-col gap-1.5">
      <FieldLabel label={label} isOptional={isOptional ?? false} />
      <Group
        className={[
          'flex h-(--control) items-center rounded-control border border-control-line bg-surface font-figures',
          'focus-within:border-focus focus-within:inset-ring focus-within:inset-ring-focus',
          'invalid:border-red invalid:inset-ring invalid:inset-ring-red disabled:border-line-2 disabled:bg-sunken',
        ].join(' ')}
      >
        <Input className="h-full min-w-0 flex-1 bg-transparent px-3 text-body outline-none placeholder:text-ink-3 disabled:text-ink-2 pointer-coarse:text-large" />
        <Step slot="decrement">
          <Minus aria-hidden="true" />
        </Step>
        <Step slot="increment">
          <Plus aria-hidden="true" />
        </Step>
      </Group>
      <FieldFoot hint={hint} error={error} />
    </AriaNumberField>
  )
}

function Step({ slot, children }: { slot: 'increment' | 'decrement'; children: ReactNode }) {
  return (
    <Button
      slot={slot}
      className="flex h-full w-9 cursor-pointer items-center justify-center border-l border-line text-ink-3 last:rounded-r-control hover:bg-hover hover:text-ink pressed:bg-sunken disabled:cursor-default disabled:text-ink-off pointer-coarse:w-11 [&_svg]:size-3.5"
    >
      {children}
    </Button>
  )
}
