import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { FieldFoot, FieldLabel, type FieldTexts } from './field-text.tsx'

interface MoneyFieldProps extends FieldTexts {
  name: string
  /** In cents. NaN while the text is not an amount. */
  value: number
  onChange: (cents: number) => void
  onBlur?: () => void
  /** Shown after the amount: 'per hour'. */
  unit: string
  isReadOnly?: boolean
}

/** An amount typed in dollars and kept in cents. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, isOptional = false, hint, error, name, value, onChange, onBlur, unit } = props
  const { isReadOnly = false } = props
  const [typed, setTyped] = useState('')
  // Keep the typed text as long as it means the value; format a value that was set from elsewhere.
  const text = Object.is(centsOf(typed), value) ? typed : textOf(value)
  const change = (next: string) => {
    setTyped(next)
    onChange(centsOf(next))
  }
  return (
    <TextField
      name={name}
      value={text}
      onChange={change}
      isReadOnly={isReadOnly}
      isInvalid={error !== undefined}
      {...(onBlur && { onBlur })}
      className="flex flex-col gap-1.5"
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group
        isInvalid={error !== undefined}
        className={[
          'flex h-(--control) items-center gap-2 rounded-control border px-3 font-figures',
          isReadOnly ? 'border-line-2 bg-sunken text-ink-2' : 'border-control-line bg-surface',
          'focus-within:border-focus focus-within:inset-ring focus-within:inset-ring-focus',
          'invalid:border-red invalid:inset-ring invalid:inset-ring-red invalid:focus-within:border-red invalid:focus-within:inset-ring-red',
        ].join(' ')}
      >
        <span aria-hidden="true" className="text-ink-3">
          $
        </span>
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="h-full min-w-0 flex-1 bg-transparent text-body outline-none pointer-coarse:text-large"
        />
        <span className="shrink-0 text-label text-ink-3">{unit}</span>
        {isReadOnly && <Lock className="size-4 text-ink-3" strokeWidth={1.75} />}
      </Group>
      <FieldFoot hint={hint} error={error} />
    </TextField>
  )
}

const textOf = (cents: number): string =>
  Number.isNaN(cents)
    ? ''
    : (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** '1,250.5' is 125050. Text that is no amount is NaN. A fraction of a cent stays, so that validation can refuse it. */
export function centsOf(text: string): number {
  const plain = text.replaceAll(/[\s,$]/g, '')
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return Number.NaN
  const cents = Number(plain) * 100
  // 19.99 * 100 is not quite 1999.
  return Math.abs(cents - Math.round(cents)) < 1e-6 ? Math.round(cents) : cents
}
