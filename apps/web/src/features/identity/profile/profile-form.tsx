import { changeEmail, type OwnProfile } from '@parley/contract/identity.ts'
import { getProfile, personFields, updateProfile, type Person } from '@parley/contract/people.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { refetchMe } from '#platform/sign-in/sign-in.ts'
import { readToken } from '#platform/sign-in/token.ts'
import { FormSection, Wide } from '#ui/form/form-section.tsx'
import { LeaveGuard } from '#ui/form/leave-guard.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Columns } from '#ui/page/side-section.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { judgeBy, useForm, useSeenVersion } from '#ui/form/use-form.ts'
import { PasswordDialog } from '#features/identity/password/password-dialog.tsx'
import { OwnZoneField } from './own-zone-field.tsx'
import { WorkingHoursField } from './working-hours-field.tsx'

type OwnValues = Pick<Person, 'first_name' | 'last_name' | 'email' | 'time_zone' | 'working_hours'>

const valuesOf = ({ first_name, last_name, email, time_zone, working_hours }: Person): OwnValues => ({
  first_name,
  last_name,
  email,
  time_zone,
  working_hours,
})

const judge = judgeBy<OwnValues>({
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  email: personFields.email,
  time_zone: personFields.time_zone,
  working_hours: personFields.working_hours,
})

interface ProfileFormProps {
  person: Person
  me: OwnProfile
  /** Above the form and beside it: the save bar spans both. */
  head: ReactNode
  side: ReactNode
}

/** The fields that people change about themselves. A new email address needs the password and is confirmed by mail. */
export function ProfileForm({ person, me, head, side }: ProfileFormProps) {
  const { form, element, save, isSaving, email } = useProfileForm(person)
  const { field } = form
  const zone = field('time_zone')
  const hours = field('working_hours')
  const fields = (
    <form ref={element} noValidate onSubmit={(event) => event.preventDefault()} className="pt-6">
      <FormSection title="You">
        <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
        <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          spellCheck="false"
          hint={
            email.sentTo === undefined
              ? undefined
              : `We sent a link to ${email.sentTo}. The new address takes effect once you confirm it there.`
          }
        />
        <TextField label="Username" value={person.username} isReadOnly />
      </FormSection>
      <FormSection title="Time" text="Others see you as busy outside these hours.">
        <OwnZoneField value={zone.value} onChange={zone.onChange} error={zone.error} me={me} />
        <Wide>
          <WorkingHoursField value={hours.value} onChange={hours.onChange} error={hours.error} />
        </Wide>
      </FormSection>
    </form>
  )
  return (
    <>
      <Columns
        main={
          <>
            {head}
            {fields}
          </>
        }
        side={side}
      />
      <SaveBar
        changes={form.changed.length}
        isSaving={isSaving}
        onDiscard={() => form.discard()}
        onSave={save}
      />
      <LeaveGuard
        hasInput={form.changed.length > 0}
        isHeld={() => form.changed.length > 0 && readToken() !== null}
      />
      {email.isPasswordAsked && (
        <PasswordDialog
          title="Change your email address"
          act="Send link"
          onSubmit={email.send}
          onClose={email.close}
        >
          We'll send a link to <strong className="font-semibold text-ink">{form.values.email}</strong>. The
          new address takes effect once you open that link; until then the old one stays.
        </PasswordDialog>
      )}
    </>
  )
}

function useProfileForm(person: Person) {
  const client = useQueryClient()
  const form = useForm({ saved: valuesOf(person), judge })
  const element = useRef<HTMLFormElement>(null)
  const [isPasswordAsked, setIsPasswordAsked] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const ownQuery = queryOf(getProfile, { params: { id: person.id } })
  const version = useSeenVersion(person.version, form.changed.length > 0)

  /** Shows others' changes; the person's own input stays over them, to be saved or dropped. */
  const reload = () => {
    version.refuse()
    void client.prefetchQuery({ ...ownQuery, staleTime: 0 })
  }

  const update = useMutation({
    mutationFn: (attributes: Omit<Partial<OwnValues>, 'email'>) =>
      request(updateProfile, { params: { id: person.id }, body: { attributes, version: version.current } }),
    onSuccess: async (saved) => {
      client.setQueryData(ownQuery.queryKey, saved)
      version.follow(saved.version)
      form.discard(['first_name', 'last_name', 'time_zone', 'working_hours'])
      toast.success('Profile saved')
      await refetchMe(client)
    },
    onError: (error) => {
      if (error instanceof ApiProblem) form.refuse(error.errors)
      if (error instanceof ApiProblem && error.code === 'stale') reload()
      toast.error('Error updating profile', messageOf(error))
    },
  })

  const save = async () => {
    if (update.isPending || !form.isGood(element.current)) return
    const { email, ...rest } = form.changes
    if (Object.keys(rest).length > 0) {
      const isSaved = await update.mutateAsync(rest).then(
        () => true,
        () => false,
      )
      if (!isSaved) return
    }
    if (email !== undefined) setIsPasswordAsked(true)
  }

  const sendLink = async (password: string) => {
    const email = form.values.email.trim()
    try {
      await request(changeEmail, { body: { email, password } })
    } catch (error) {
      const isTaken = error instanceof ApiProblem && error.code === 'email_taken'
      if (!isTaken) throw error
      setIsPasswordAsked(false)
      form.refuse(error.errors)
      toast.error('Error updating profile', messageOf(error))
      return
    }
    setSentTo(email)
    setIsPasswordAsked(false)
    form.discard(['email'])
    toast.success('Check your new inbox', `We sent a link to ${email}.`)
  }

  return {
    form,
    element,
    save: () => void save(),
    isSaving: update.isPending,
    email: { isPasswordAsked, sentTo, send: sendLink, close: () => setIsPasswordAsked(false) },
  }
}
