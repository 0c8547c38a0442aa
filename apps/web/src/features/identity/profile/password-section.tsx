import { changePassword, type OwnProfile } from '@parley/contract/identity.ts'
import { passwordFault } from '@parley/contract/rules/passwords.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { storeToken } from '#platform/sign-in/token.ts'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle } from '#ui/overlay/dialog-title.tsx'
import { Modal } from '#ui/overlay/modal.tsx'
import { Note } from '#ui/display/note.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { PasswordRules } from '#features/identity/password/password-rules.tsx'
import { signInsQuery } from './sign-ins.ts'

/** The own password, changed while signed in. */
export function PasswordSection({ me }: { me: OwnProfile }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SideSection title="Password">
      <p className="mb-3 text-label text-ink-2">A new one signs you out everywhere else.</p>
      <Button size="small" onPress={() => setIsOpen(true)}>
        Change password
      </Button>
      {isOpen && <ChangePassword me={me} onClose={() => setIsOpen(false)} />}
    </SideSection>
  )
}

function ChangePassword({ me, onClose }: { me: OwnProfile; onClose: () => void }) {
  const [values, setValues] = useState({ password: '', newPassword: '' })
  const [isJudged, setIsJudged] = useState(false)
  const change = useChangePassword(onClose)
  // The list of the commonest passwords is the server's; here none counts as common.
  const faults = {
    password: values.password === '' ? 'Password is required' : undefined,
    newPassword: passwordFault(values.newPassword, me, () => false),
  }
  const refusalOf = (code: string) =>
    change.error instanceof ApiProblem && change.error.code === code ? messageOf(change.error) : undefined
  const refusals = { password: refusalOf('password_wrong'), newPassword: refusalOf('password_weak') }
  const other = change.isError && !refusals.password && !refusals.newPassword
  const field = (name: keyof typeof values) => ({
    name,
    type: 'password' as const,
    value: values[name],
    error: (isJudged ? faults[name] : undefined) ?? refusals[name],
    onChange: (text: string) => {
      setValues((before) => ({ ...before, [name]: text }))
      if (!change.isPending) change.reset()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsJudged(true)
    const isGood = faults.password === undefined && faults.newPassword === undefined
    if (isGood && !change.isPending) change.mutate(values)
  }
  return (
    <Modal place="center" isOpen onOpenChange={(isWanted) => !isWanted && onClose()}>
      <DialogTitle>Change your password</DialogTitle>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-1 flex-col gap-4">
        {/* Lets password managers know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={me.username} readOnly hidden />
        <TextField
          {...field('password')}
          label="Your password now"
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write this
          autoFocus
        />
        <div>
          <TextField {...field('newPassword')} label="New password" autoComplete="new-password" />
          <PasswordRules
            password={values.newPassword}
            fault={faults.newPassword}
            isRefused={refusals.newPassword !== undefined}
          />
        </div>
        {other && <Note kind="error">{messageOf(change.error)}</Note>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" isDisabled={change.isPending} onPress={onClose}>
            Never mind
          </Button>
          <Button type="submit" look="primary" isPending={change.isPending}>
            Save password
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function useChangePassword(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string }) => request(changePassword, { body }),
    onSuccess: ({ token }) => {
      // The old token has ended with all the others.
      storeToken(token)
      toast.success('Your password is saved', 'You are signed out everywhere else.')
      void client.invalidateQueries(signInsQuery)
      onDone()
    },
  })
}
