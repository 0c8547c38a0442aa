import { newRecoveryCodes } from '@parley/contract/identity.ts'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { PasswordDialog } from '#features/identity/password/password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Replaces the recovery codes: the old ones stop working. */
export function NewCodesModal({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [hasKept, setHasKept] = useState(false)
  if (!codes) {
    return (
      <PasswordDialog
        title="New recovery codes"
        act="Make new codes"
        onClose={onClose}
        onSubmit={async (password) => {
          const answer = await request(newRecoveryCodes, { body: { password } })
          setCodes(answer.recoveryCodes)
        }}
      >
        You'll get ten new ones. The old ones will stop working.
      </PasswordDialog>
    )
  }
  return (
    // The codes are shown only once, so nothing but the modal's own button closes it.
    <Modal place="wide" isOpen isHeld onOpenChange={() => undefined}>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto p-6 max-sm:p-4">
        <DialogTitle>New recovery codes</DialogTitle>
        <p className="mt-2 mb-4 text-ink-2">
          Each works once, if you lose the app. They won't be shown again.
        </p>
        <RecoveryCodes codes={codes} hasKept={hasKept} onKept={setHasKept} />
        <div className="mt-6 flex justify-end max-sm:mt-auto">
          <Button look="primary" isDisabled={!hasKept} onPress={onDone}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  )
}
