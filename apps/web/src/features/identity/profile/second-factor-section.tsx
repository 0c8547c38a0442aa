import { removeSecondFactor, type OwnProfile } from '@parley/contract/identity.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { dayText } from '#platform/time/dates.ts'
import { refetchMe } from '#platform/sign-in/sign-in.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { PasswordDialog } from '#features/identity/password/password-dialog.tsx'
import { NewCodesModal } from '#features/identity/second-factor/new-codes-modal.tsx'
import { SetupModal } from '#features/identity/second-factor/setup-modal.tsx'

const codesMade = 10

/** Two-factor sign-in: turns it on or off, or makes new codes. Each action asks for the password. */
export function SecondFactorSection({ me }: { me: OwnProfile }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'set-up' | 'new-codes' | 'turn-off'>()
  const { isOn, isRequired, since, recoveryCodesLeft } = me.second_factor
  const close = () => setOpen(undefined)
  const finish = (message: string) => {
    close()
    toast.success(message)
    void refetchMe(client)
  }
  return (
    <SideSection title="Two-factor sign-in">
      <p className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className={`size-2 rounded-round forced-color-adjust-none ${isOn ? 'bg-green' : 'bg-gray'}`}
        />
        <span className="font-semibold">{isOn ? 'On' : 'Off'}</span>
        {since !== null && <span className="text-ink-3">since {dayText(zoneOf(me), since)}</span>}
      </p>
      <p className="mt-1 mb-3 text-label text-ink-2">
        {isOn
          ? `Authenticator app. ${recoveryCodesLeft} of ${codesMade} recovery codes left.`
          : 'Signing in then needs your password and a code from an app on your phone.'}
        {isRequired && ' Your organization requires it.'}
      </p>
      {isOn ? (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onPress={() => setOpen('new-codes')}>
            New recovery codes
          </Button>
          {!isRequired && (
            <Button size="small" look="quiet" onPress={() => setOpen('turn-off')}>
              Turn off
            </Button>
          )}
        </div>
      ) : (
        <Button size="small" look="primary" onPress={() => setOpen('set-up')}>
          Turn on
        </Button>
      )}
      {open === 'set-up' && (
        <SetupModal
          onClose={() => {
            close()
            void refetchMe(client)
          }}
          onDone={() => finish('Two-factor sign-in is on')}
        />
      )}
      {open === 'new-codes' && (
        <NewCodesModal onClose={close} onDone={() => finish('Your new recovery codes are active')} />
      )}
      {open === 'turn-off' && (
        <PasswordDialog
          title="Turn off two-factor sign-in?"
          act="Turn off"
          look="destructive"
          onClose={close}
          onSubmit={async (password) => {
            await request(removeSecondFactor, { body: { password } })
            finish('Two-factor sign-in is off')
          }}
        >
          Your password alone will let you in, and your recovery codes stop working.
        </PasswordDialog>
      )}
    </SideSection>
  )
}
