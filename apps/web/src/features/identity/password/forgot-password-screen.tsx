import { forgotPassword } from '@parley/contract/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { judgeBy, useForm } from '#ui/form/use-form.ts'
import { AuthFrame, BackToSignIn } from '#features/identity/sign-in/auth-frame.tsx'

const judge = judgeBy<{ name: string }>({ name: forgotPassword.body.shape.name })

/** 'Can't log in?': the API mails a link if it knows the person, and gives everybody the same answer. */
export function ForgotPasswordScreen() {
  const form = useForm({ saved: { name: '' }, judge, isShort: true })
  const ask = useMutation({ mutationFn: () => request(forgotPassword, { body: form.values }) })
  const field = form.field('name')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (form.isGood(event.currentTarget) && !ask.isPending) ask.mutate()
  }
  const change = (name: string) => {
    field.onChange(name)
    if (!ask.isPending) ask.reset()
  }
  return (
    <AuthFrame>
      <form noValidate onSubmit={submit}>
        <PageHeading title="Can't log in?" />
        <p className="mt-1.5 mb-7 text-ink-2">
          Enter your username or email address. If we know it, we'll send a link to the email address on
          record. The link works once, for 24 hours.
        </p>
        <div className="mb-5">
          <TextField
            {...field}
            label="Username or email"
            size="large"
            autoComplete="username"
            spellCheck="false"
            onChange={change}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one task
            autoFocus
          />
        </div>
        <Button type="submit" look="primary" size="large" width="full" isPending={ask.isPending}>
          Send link
        </Button>
      </form>
      <div className="my-5">
        <BackToSignIn />
      </div>
      {ask.isSuccess && (
        <Note kind="success" icon={MailCheck}>
          <strong className="font-semibold">Check your email.</strong> If we know you, a link is on its way.
          We show this whether or not an account exists.
        </Note>
      )}
      {ask.isError && <Note kind="error">{messageOf(ask.error)}</Note>}
    </AuthFrame>
  )
}
