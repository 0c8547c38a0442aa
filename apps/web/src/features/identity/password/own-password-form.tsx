import { credentials } from '@parley/contract/identity.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { judgeBy, useForm } from '#ui/form/use-form.ts'

/** The action, which the server performs only with the right password. */
export const useOwnPassword = (act: (password: string) => Promise<unknown>) =>
  useMutation({ mutationFn: act })

interface OwnPasswordFormProps {
  /** The verb on the button. */
  act: string
  look?: 'primary' | 'destructive'
  attempt: ReturnType<typeof useOwnPassword>
  /** Left of the action's button: the button to leave. */
  wayOut: ReactNode
}

const judge = judgeBy<{ password: string }>({ password: credentials.shape.password })

const isPasswordWrong = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'password_wrong'

/** Asks for the person's own password before an action that a borrowed browser must not allow. */
export function OwnPasswordForm({ act, look = 'primary', attempt, wayOut }: OwnPasswordFormProps) {
  const form = useForm({ saved: { password: '' }, judge, isShort: true })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (attempt.isPending || !form.isGood(event.currentTarget)) return
    attempt.mutate(form.values.password, {
      onError: (error) => {
        if (isPasswordWrong(error)) form.refuse([{ path: 'password', message: messageOf(error) }])
      },
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-4">
      <TextField
        {...form.field('password')}
        label="Your password"
        type="password"
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question is this one field
        autoFocus
      />
      {attempt.isError && !isPasswordWrong(attempt.error) && (
        <Note kind="error">{messageOf(attempt.error)}</Note>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {wayOut}
        <Button type="submit" look={look} isPending={attempt.isPending}>
          {act}
        </Button>
      </div>
    </form>
  )
}
