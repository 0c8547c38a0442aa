import { changePassword, type OwnProfile } from '@parley/contract/identity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { replaceToken } from '#platform/sign-in/token.ts'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { Note } from '#ui/display/note.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useForm } from '#ui/form/use-form.ts'
import { newPasswordFault, PasswordRules } from '#features/identity/password/password-rules.tsx'

/** Changes the person's own password while they are signed in. */
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
  const form = useForm({
    saved: { password: '', newPassword: '' },
    judge: ({ password, newPassword }) => ({
      password: password === '' ? 'Password is required' : undefined,
      newPassword: newPasswordFault(newPassword, me),
    }),
    isShort: true,
  })
  const change = useChangePassword({ onDone: onClose, onRefused: ({ errors }) => form.refuse(errors) })
  const newPassword = form.field('newPassword')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!change.isPending && form.isGood(event.currentTarget)) change.mutate(form.values)
  }
  return (
    <Modal
      place="center"
      isOpen
      isHeld={change.isPending}
      onOpenChange={(isWanted) => !isWanted && onClose()}
    >
      <DialogTitle>Change your password</DialogTitle>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-1 flex-col gap-4">
        {/* Tells password managers which username the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={me.username} readOnly hidden />
        <TextField
          {...form.field('password')}
          label="Current password"
          type="password"
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write this
          autoFocus
        />
        <div>
          <TextField {...newPassword} label="New password" type="password" autoComplete="new-password" />
          <PasswordRules
            password={newPassword.value}
            fault={form.faultOf('newPassword')}
            error={newPassword.error}
          />
        </div>
        {change.isError && !isOfFields(change.error) && <Note kind="error">{messageOf(change.error)}</Note>}
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

const isOfFields = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && (error.code === 'password_wrong' || error.code === 'password_weak')

interface Changing {
  onDone: () => void
  onRefused: (problem: ApiProblem) => void
}

function useChangePassword({ onDone, onRefused }: Changing) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string }) =>
      // The server ends the old token together with all the others.
      replaceToken(async () => (await request(changePassword, { body })).token),
    onSuccess: () => {
      toast.success('Your password is saved', 'You are signed out everywhere else.')
      // Refetches the list of sign-ins, and every query that was refused in the meantime.
      void client.invalidateQueries()
      onDone()
    },
    onError: (error) => {
      if (isOfFields(error)) onRefused(error)
    },
  })
}
