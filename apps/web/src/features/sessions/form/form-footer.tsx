import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { firstNameOf, type Availability } from '#features/sessions/ruler/session-lanes.ts'

interface FormFooterProps {
  formId: string
  act: string
  isSaving: boolean
  /** Nothing is booked before everybody's day is known: the button waits. */
  isChecking: boolean
  isDisabled: boolean
  invitations: ReactNode
  onLeave: () => void
}

export function FormFooter({
  formId,
  act,
  isSaving,
  isChecking,
  isDisabled,
  invitations,
  onLeave,
}: FormFooterProps) {
  const isSmall = useSmallScreen()
  return (
    <>
      <p className="mr-auto flex min-w-0 items-center gap-2 text-label text-ink-3 max-sm:hidden">
        {invitations}
      </p>
      {!isSmall && (
        <Button look="quiet" isDisabled={isSaving} onPress={onLeave}>
          Never mind
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        look="primary"
        isPending={isSaving || isChecking}
        isDisabled={isDisabled}
        {...(isSmall && { size: 'large', width: 'full' })}
      >
        {act}
      </Button>
    </>
  )
}

/** Says who gets an email. */
export function Invitations({
  availability: { lanes },
  isOrg,
  isNew,
}: {
  availability: Availability
  isOrg: boolean
  isNew: boolean
}) {
  const client = lanes.find(({ role }) => role === 'other')
  if (!client) return null
  const who = isOrg ? `${lanes.length} people get` : `${firstNameOf(client)} gets`
  return (
    <>
      <Mail className="size-3.5 shrink-0" strokeWidth={1.75} />
      <span className="truncate">
        {isNew
          ? `${who} an invitation by email, ${isOrg ? 'each in their' : 'in their'} own time zone.`
          : 'Everyone in it gets an email about a new time.'}
      </span>
    </>
  )
}
