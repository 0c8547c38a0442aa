import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'

/** The texts around the box of every field: a label above, a hint or an error below. */
export interface FieldTexts {
  label: string
  hint?: ReactNode
  /** Replaces the hint. */
  error?: string | undefined
  /** Only optional fields are marked. */
  isOptional?: boolean
}

export function FieldLabel({ label, isOptional = false }: Pick<FieldTexts, 'label' | 'isOptional'>) {
  return (
    <Label className="text-label font-medium">
      {label}
      {isOptional && <span className="font-normal text-ink-3"> optional</span>}
    </Label>
  )
}

/** Goes inside the field, so that a screen reader reads it out with the field. */
export function FieldFoot({ hint, error }: Pick<FieldTexts, 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="text-label text-ink-3">
          {hint}
        </Text>
      )}
      <FieldError className="flex gap-1.5 text-label font-medium text-red-ink">
        <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
        {error}
      </FieldError>
    </>
  )
}
