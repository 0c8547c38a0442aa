import type { OwnProfile } from '@parley/contract/identity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { refetchMe } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { logOut, isGated } from '#features/identity/identity.ts'
import { OwnPasswordForm, useOwnPassword } from '#features/identity/password/own-password-form.tsx'
import { SetupSteps } from './setup-steps.tsx'
import { useSecondFactorSetup } from './use-second-factor-setup.ts'

interface SecondFactorGateProps {
  me: OwnProfile
  /** The page must not be replaced now: the gate waits until the person leaves it. */
  isWaiting: boolean
  children: ReactNode
}

/** If the organization requires a second factor and the person has none, they can only set it up or log out. */
export function SecondFactorGate({ me, isWaiting, children }: SecondFactorGateProps) {
  // Once the factor is on, the profile needs no gate, but until the codes are kept the gate itself holds the page.
  const [isSettingUp, setIsSettingUp] = useState(false)
  if (!isSettingUp && (isWaiting || !isGated(me))) return children
  return <GatePage me={me} onBegun={() => setIsSettingUp(true)} onDone={() => setIsSettingUp(false)} />
}

interface GatePageProps {
  me: OwnProfile
  onBegun: () => void
  onDone: () => void
}

function GatePage({ me, onBegun, onDone }: GatePageProps) {
  const client = useQueryClient()
  const setup = useSecondFactorSetup()
  const leave = useMutation({ mutationFn: logOut })
  const start = useOwnPassword(async (password) => {
    await setup.start(password)
    onBegun()
  })
  const finish = useMutation({ mutationFn: () => refetchMe(client), onSettled: onDone })
  const logOutButton = (
    <Button
      look="quiet"
      isDisabled={start.isPending || setup.isConfirming}
      isPending={leave.isPending}
      onPress={() => leave.mutate()}
    >
      Logout
    </Button>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 shrink-0 items-center border-b border-line px-4 sm:px-8">
        <Wordmark />
      </header>
      <main className="mx-auto flex w-full max-w-180 flex-1 flex-col px-4 pt-8 pb-12 sm:px-8">
        <PageHeading title="Set up two-factor sign-in" />
        <p className="mt-1.5 mb-7 max-w-(--measure) text-ink-2">
          {me.organization?.displayName ?? 'Your organization'} requires it: signing in needs your password
          and a code from an app on your phone. It takes two minutes.
        </p>
        {setup.key ? (
          <>
            <SetupSteps setup={setup} level={2} />
            <div className="mt-8 flex flex-wrap justify-end gap-2 border-t border-line pt-4">
              {setup.codes ? (
                <Button
                  look="primary"
                  isDisabled={!setup.hasKept}
                  isPending={finish.isPending}
                  onPress={() => finish.mutate()}
                >
                  Continue
                </Button>
              ) : (
                logOutButton
              )}
            </div>
          </>
        ) : (
          <div className="max-w-93">
            <OwnPasswordForm act="Continue" attempt={start} wayOut={logOutButton} />
          </div>
        )}
      </main>
    </div>
  )
}
