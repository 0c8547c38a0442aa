import type { Person } from '@parley/contract/people.ts'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useResetSecondFactor } from '#features/people/person-changes.ts'

/** For somebody who lost their second factor. */
export function SecondFactorReset({ person }: { person: Person }) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const reset = useResetSecondFactor({ onReset: close })
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4.5">
      <ShieldCheck className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <p className="min-w-0 flex-1 text-label text-ink-2">Two-factor sign-in is on.</p>
      <Button size="small" onPress={() => setIsAsking(true)}>
        Reset second factor
      </Button>
      <ConfirmDialog
        title="Reset the second factor?"
        act="Reset"
        isOpen={isAsking}
        isPending={reset.isPending}
        onConfirm={() => reset.mutate(person, { onError: close })}
        onClose={close}
      >
        {nameOf(person)} is signed out everywhere and signs in with the password alone until a new one is set
        up. Only do this if you're sure it's them asking.
      </ConfirmDialog>
    </div>
  )
}
