import { X } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { PasswordDialog } from '#features/identity/password/password-dialog.tsx'
import { SetupSteps } from './setup-steps.tsx'
import { useSecondFactorSetup } from './use-second-factor-setup.ts'

interface SetupModalProps {
  /** Closed without turning it on. */
  onClose: () => void
  /** It is on, and the codes are kept. */
  onDone: () => void
}

/** Turns the second factor on, from the profile. */
export function SetupModal({ onClose, onDone }: SetupModalProps) {
  const setup = useSecondFactorSetup()
  if (!setup.key) {
    return (
      <PasswordDialog
        title="Turn on two-factor sign-in"
        act="Continue"
        onSubmit={setup.start}
        onClose={onClose}
      >
        Signing in will then need your password and a code from an app on your phone.
      </PasswordDialog>
    )
  }
  const isOn = setup.codes !== undefined
  return (
    <Modal
      place="wide"
      isOpen
      // The API makes the codes while it checks the code, and they are shown only once and only here.
      isHeld={isOn || setup.isConfirming}
      onOpenChange={(isWanted) => !isWanted && onClose()}
    >
      <header className="flex shrink-0 items-center justify-between gap-4 border-b border-line py-4 pr-4 pl-6 max-sm:pl-4">
        <DialogTitle>Turn on two-factor sign-in</DialogTitle>
        {!isOn && (
          <Button
            look="quiet"
            size="icon"
            aria-label="Close"
            isDisabled={setup.isConfirming}
            onPress={onClose}
          >
            <X />
          </Button>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-auto px-6 py-6 max-sm:px-4">
        <SetupSteps setup={setup} level={3} />
      </div>
      <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-6 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] max-sm:px-4">
        {isOn ? (
          <>
            {!setup.hasKept && (
              <p className="flex-1 text-label text-ink-3">Tick that you've saved the codes to continue.</p>
            )}
            <Button look="primary" isDisabled={!setup.hasKept} onPress={onDone}>
              Done
            </Button>
          </>
        ) : (
          <Button look="quiet" isDisabled={setup.isConfirming} onPress={onClose}>
            Never mind
          </Button>
        )}
      </footer>
    </Modal>
  )
}
