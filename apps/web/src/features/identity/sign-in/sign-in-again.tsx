import type { OwnProfile } from '@parley/contract/identity.ts'
import { useState } from 'react'
import { endHeldSession, useHeldEnd, type SessionEnd } from '#platform/sign-in/token.ts'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * The sign-in has ended while the page holds (base/page-hold.ts): asks for a new one over the page, which goes on below. The
 * dialog can be put aside, because somebody in a call may have to say something first.
 */
export function SignInAgain({ me }: { me: OwnProfile }) {
  const end = useHeldEnd()
  return end !== undefined && <Question key={end} me={me} end={end} />
}

function Question({ me, end }: { me: OwnProfile; end: SessionEnd }) {
  const [isAside, setIsAside] = useState(false)
  const title = end === 'expired' ? 'Your session has expired' : 'You have been signed out'
  return (
    <>
      <Modal place="center" isOpen={!isAside} onOpenChange={(isWanted) => setIsAside(!isWanted)}>
        <LoginForm username={me.username} heads={headsFor(title)} isOverPage />
        <div className="mt-5 flex flex-wrap justify-between gap-2 border-t border-line pt-4">
          <Button look="quiet" onPress={endHeldSession}>
            Leave this page
          </Button>
          <Button look="quiet" onPress={() => setIsAside(true)}>
            Later
          </Button>
        </div>
      </Modal>
      {isAside && (
        <output className="fixed inset-x-0 top-3 z-(--z-sticky) mx-auto flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-3 rounded-panel bg-raised py-2 pr-2 pl-4 shadow-menu">
          <span className="font-medium">{title}</span>
          <Button size="small" onPress={() => setIsAside(false)}>
            Sign In
          </Button>
        </output>
      )}
    </>
  )
}

const headsFor = (title: string) => ({
  password: (
    <>
      <DialogTitle>{title}</DialogTitle>
      <p className="mt-1.5 mb-6 text-ink-2">Please log in again. This page stays as it is.</p>
    </>
  ),
  code: (
    <>
      <DialogTitle>Two-factor sign-in</DialogTitle>
      <p className="mt-1.5 mb-6 text-ink-2">
        Enter the code that your authenticator app shows, or a recovery code.
      </p>
    </>
  ),
})
