import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { CircleCheck, CircleX, Ellipsis, PencilLine, UserX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuRule, MenuTrigger } from '#ui/overlay/menu.tsx'
import { CancelQuestion } from '#features/sessions/acts/cancel-question.tsx'
import { useSessionChanges } from '#features/sessions/cache/session-changes.ts'
import { CorrectDialog } from './correct-dialog.tsx'

/** The actions on the session of a page. */
export interface SessionActs {
  complete: () => void
  noShow: () => void
  /** Opens the confirmation. */
  cancel: () => void
  correct: () => void
  isSaving: boolean
  /** The dialogs over the page. */
  questions: ReactNode
}

export function useSessionActs(me: OwnProfile, session: Session): SessionActs {
  const { cancel, complete, isSaving } = useSessionChanges()
  const [asked, setAsked] = useState<'cancel' | 'correct'>()
  const close = () => setAsked(undefined)
  return {
    complete: () => void complete(session),
    noShow: () => void cancel(session, { noShow: true }),
    cancel: () => setAsked('cancel'),
    correct: () => setAsked('correct'),
    isSaving: isSaving(session),
    questions: (
      <>
        <CancelQuestion
          me={me}
          session={asked === 'cancel' ? session : undefined}
          onCancel={(one, how) => void cancel(one, how)}
          onClose={close}
        />
        <CorrectDialog session={asked === 'correct' ? session : undefined} onClose={close} />
      </>
    ),
  }
}

/** The less frequent actions that the server allows. Absent if there are none. */
export function SessionMenu({ session, acts }: { session: Session; acts: SessionActs }) {
  const { complete, settle, noShow, cancel, correct } = session.abilities
  const mayComplete = complete || settle
  const mayCancel = cancel || settle
  if (acts.isSaving || !(mayComplete || noShow || mayCancel || correct)) return null
  return (
    <MenuTrigger>
      <Button size="icon" aria-label="More actions">
        <Ellipsis />
      </Button>
      <Menu>
        {mayComplete && (
          <MenuItem icon={<CircleCheck />} onAction={acts.complete}>
            Complete
          </MenuItem>
        )}
        {noShow && (
          <MenuItem icon={<UserX />} onAction={acts.noShow}>
            Mark as No Show
          </MenuItem>
        )}
        {correct && (
          <MenuItem icon={<PencilLine />} onAction={acts.correct}>
            Correct status
          </MenuItem>
        )}
        {mayCancel && (mayComplete || noShow) && <MenuRule />}
        {mayCancel && (
          <MenuItem tone="destructive" icon={<CircleX />} onAction={acts.cancel}>
            Cancel
          </MenuItem>
        )}
      </Menu>
    </MenuTrigger>
  )
}
