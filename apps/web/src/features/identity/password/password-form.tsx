import { setPassword } from '@parley/contract/identity.ts'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, isAway, messageOf } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { newPasswordFault, PasswordRules } from './password-rules.tsx'

interface PasswordFormProps {
  owner: { username: string; first_name: string; last_name: string }
  token: string
  onSaved: (username: string) => void
  /** The link died while the page was open. */
  onDead: () => void
}

export function PasswordForm({ owner, token, onSaved, onDead }: PasswordFormProps) {
  const form = useForm({
    saved: { password: '' },
    judge: ({ password }) => ({ password: newPasswordFault(password, owner) }),
    isShort: true,
  })
  const field = form.field('password')
  const save = useMutation({
    mutationFn: () => request(setPassword, { body: { token, ...form.values } }),
    onSuccess: ({ username }) => onSaved(username),
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'link_dead') onDead()
      else if (!isAway(error)) form.refuse([{ path: 'password', message: messageOf(error) }])
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!save.isPending && form.isGood(event.currentTarget)) save.mutate()
  }

  return (
    <form noValidate onSubmit={submit}>
      <PageHeading title="Set your password" />
      <p className="mt-1.5 mb-7 text-ink-2 wrap-anywhere">
        For <strong className="font-semibold text-ink">{owner.username}</strong>
        {owner.first_name !== '' && ` (${owner.first_name} ${owner.last_name})`}. Saving it signs you out
        everywhere else.
      </p>
      {/* Tells password managers which username the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={owner.username} readOnly hidden />
      <TextField
        {...field}
        label="New password"
        name="new-password"
        type="password"
        autoComplete="new-password"
        size="large"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one task
        autoFocus
      />
      <PasswordRules password={field.value} fault={form.faultOf('password')} error={field.error} />
      {save.isError && isAway(save.error) && <Note kind="error">{messageOf(save.error)}</Note>}
      <div className="mt-6">
        <Button type="submit" look="primary" size="large" width="full" isPending={save.isPending}>
          Save password
        </Button>
      </div>
    </form>
  )
}
