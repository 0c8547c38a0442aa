import type { Moment } from '@parley/contract/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { clockText } from '#platform/time/time-zone.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { useRemoval } from './moment-changes.ts'
import { namesOf } from '#features/assessment/model/rubric.ts'

interface RemovalQuestionProps {
  zone: string
  session: Session
  rubric: Rubric
  /** Undefined while nothing is to be removed. */
  moment: Moment | undefined
  onClose: () => void
}

/** A removed moment never comes back, so the person has to confirm. */
export function RemovalQuestion({ zone, session, rubric, moment, onClose }: RemovalQuestionProps) {
  const { value, isOpen } = useOpening(moment)
  const removal = useRemoval(session, { onDone: onClose })
  return (
    <ConfirmDialog
      title="Remove this moment?"
      act="Remove"
      isOpen={isOpen}
      isPending={removal.isPending}
      onConfirm={() => value && removal.mutate(value)}
      onClose={onClose}
    >
      {value &&
        `${namesOf(rubric, value.path).criterion}, ${clockText(zone, Date.parse(value.at))}${value.note === '' ? '' : ', with its note'}. This cannot be undone.`}
    </ConfirmDialog>
  )
}
