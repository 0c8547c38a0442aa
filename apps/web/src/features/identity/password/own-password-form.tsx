import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { TextField } from '#ui/field/text-field.tsx'

interface OwnPasswordFormProps {
  /** The verb on the button. */
  act: string
  look?: 'primary' | 'destructive'
  /** The act itself, which the server does only with the right password. */
  onSubmit: (password: string) => Promise<unknown>
  /** Left of the act: the way out. */
  wayOut: (isPending: boolean) => ReactNode
}

/** Asks for the own password before something that a borrowed browser must not do. */
export function OwnPasswordForm({ act, look = 'primary', onSubmit, wayOut }: OwnPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [isJudged, setIsJudged] = useState(false)
  const attempt = useMutation({ mutationFn: onSubmit })
  const isWrong = attempt.error instanceof ApiProblem && attempt.error.code === 'password_wrong'
  const refusal = attempt.isError ? messageOf(attempt.error) : undefined
  const missing = password === '' ? 'Password is required' : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsJudged(true)
    if (missing === undefined && !attempt.isPending) attempt.mutate(password)
  }
  const change = (text: string) => {
    setPassword(text)
    if (!attempt.isPending) attempt.reset()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-4">
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={change}
        error={(isJudged ? missing : undefined) ?? (isWrong ? refusal : undefined)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question is this one field
        autoFocus
      />
      {refusal !== undefined && !isWrong && <Note kind="error">{refusal}</Note>}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {wayOut(attempt.isPending)}
        <Button type="submit" look={look} isPending={attempt.isPending}>
          {act}
        </Button>
      </div>
    </form>
  )
}
