import { ArrowLeft } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { Button } from '#ui/button/button.tsx'
import { TextField } from '#ui/field/text-field.tsx'

interface CodeFormProps {
  isPending: boolean
  refusal: string | undefined
  onSubmit: (code: string) => void
  /** Another code is being typed: what was said of the one before goes. */
  onChange: () => void
  onBack: () => void
}

/** The second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export function CodeForm({ isPending, refusal, onSubmit, onChange, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isJudged, setIsJudged] = useState(false)
  const fault = code.trim() === '' ? 'Code is required' : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsJudged(true)
    if (fault === undefined && !isPending) onSubmit(code.trim())
  }
  const change = (text: string) => {
    setCode(text)
    if (!isPending) onChange()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      <TextField
        label="Code"
        name="code"
        size="large"
        autoComplete="one-time-code"
        spellCheck="false"
        value={code}
        onChange={change}
        hint="Six digits from your authenticator app, or one of your recovery codes"
        error={(isJudged ? fault : undefined) ?? refusal}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has this one task
        autoFocus
      />
      <Button type="submit" look="primary" size="large" width="full" isPending={isPending}>
        Sign In
      </Button>
      <div className="-mt-1.5 -ml-2.5">
        <Button
          look="quiet"
          size="small"
          icon={<ArrowLeft aria-hidden="true" strokeWidth={1.75} />}
          onPress={onBack}
        >
          Back
        </Button>
      </div>
    </form>
  )
}
