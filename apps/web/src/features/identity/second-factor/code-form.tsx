import { ArrowLeft } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { Button } from '#ui/button/button.tsx'
import { codeLength, CodeBoxes } from '#ui/field/code-boxes.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { useForm } from '#ui/form/use-form.ts'

interface CodeFormProps {
  isPending: boolean
  /** `refuse` shows the text for a wrong code. */
  onSubmit: (code: string, refuse: (text: string) => void) => void
  onBack: () => void
}

const ways = {
  app: { label: 'Code', missing: 'Code is required', other: 'Use a recovery code' },
  recovery: { label: 'Recovery code', missing: 'Recovery code is required', other: 'Use the app instead' },
} as const

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function CodeForm({ isPending, onSubmit, onBack }: CodeFormProps) {
  const [way, setWay] = useState<keyof typeof ways>('app')
  const { label, missing, other } = ways[way]
  const form = useForm({
    saved: { code: '' },
    judge: ({ code }) => (code.trim() === '' ? { code: missing } : {}),
    isShort: true,
  })
  const boxes = useRef<HTMLInputElement>(null)
  const field = form.field('code')
  const send = (code: string) =>
    onSubmit(code.trim(), (message) => {
      // Nobody corrects six digits: empty the boxes for the next code.
      if (way === 'app') form.discard()
      form.refuse([{ path: 'code', message }])
      boxes.current?.focus()
    })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending && form.isGood(event.currentTarget)) send(form.values.code)
  }
  /** Six digits are a complete code, so send it without another press. */
  const enter = (digits: string) => {
    field.onChange(digits)
    if (digits.length === codeLength && !isPending) send(digits)
  }
  const change = () => {
    form.discard()
    setWay(way === 'app' ? 'recovery' : 'app')
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      {way === 'app' ? (
        <CodeBoxes
          label={label}
          name="code"
          value={field.value}
          error={field.error}
          onChange={enter}
          isReadOnly={isPending}
          inputRef={boxes}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has this one task
          autoFocus
        />
      ) : (
        <TextField
          {...field}
          label={label}
          size="large"
          autoComplete="off"
          spellCheck="false"
          hint="One of the ten you saved; each works once"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for to write this
          autoFocus
        />
      )}
      <Button type="submit" look="primary" size="large" width="full" isPending={isPending}>
        Sign In
      </Button>
      <div className="-mx-2.5 -mt-1.5 flex flex-wrap justify-between gap-2">
        <Button look="quiet" size="small" icon={<ArrowLeft strokeWidth={1.75} />} onPress={onBack}>
          Back
        </Button>
        <Button look="quiet" size="small" isDisabled={isPending} onPress={change}>
          {other}
        </Button>
      </div>
    </form>
  )
}
