import { correctSession, type Session } from '@parley/contract/sessions/sessions.ts'
import { correctionsOf, statusLabel, type finalStatuses } from '@parley/contract/rules/sessions/sessions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { Note } from '#ui/display/note.tsx'
import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { judgeBy, useForm } from '#ui/form/use-form.ts'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { offerUndo } from '#features/sessions/cache/session-changes.ts'
import { sessionCacheOf } from '#features/sessions/cache/session-cache.ts'

type Final = (typeof finalStatuses)[number]

interface CorrectDialogProps {
  /** Undefined while the dialog is closed. */
  session: Session | undefined
  onClose: () => void
}

/** Changes one final status into another, with a reason that the history shows. */
export function CorrectDialog({ session, onClose }: CorrectDialogProps) {
  const { value, isOpen, key } = useOpening(session)
  const correct = useCorrect(onClose)
  return (
    <Modal
      place="question"
      isOpen={isOpen}
      isHeld={correct.isPending}
      onOpenChange={(isWanted) => !isWanted && onClose()}
    >
      {value && <CorrectForm key={key} session={value} correct={correct} onClose={onClose} />}
    </Modal>
  )
}

interface Values {
  status: Final
  reason: string
}

const judge = judgeBy<Values>({ reason: correctSession.body.shape.reason })

interface CorrectFormProps {
  session: Session
  correct: ReturnType<typeof useCorrect>
  onClose: () => void
}

function CorrectForm({ session, correct, onClose }: CorrectFormProps) {
  const others = correctionsOf(session)
  const [saved] = useState<Values>({ status: others[0] ?? 'Completed', reason: '' })
  const form = useForm({ saved, judge })
  const { reason } = form.values
  // Somebody else may have corrected the session to the chosen status in the meantime.
  const status = others.find((each) => each === form.values.status) ?? others[0] ?? saved.status
  const id = useId()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!correct.isPending && form.isGood(event.currentTarget))
      correct.mutate({ before: session, body: { status, reason } })
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-1 flex-col gap-4">
      <DialogTitle>Correct the status</DialogTitle>
      <p className="-mt-2 text-ink-2">
        It is {statusLabel(session.status)} now. The correction and its reason are kept in the history.
      </p>
      <SegmentedControl
        label="It should be"
        segments={others.map((value) => ({ value, label: statusLabel(value) }))}
        value={status}
        onChange={(next) => form.set('status', next)}
      />
      <TextArea {...form.field('reason')} label="Reason" rows={3} maxLength={500} />
      {correct.isError && <Note kind="error">{messageOf(correct.error)}</Note>}
      <div className="flex flex-wrap justify-end gap-2 pt-2">
        <Button look="quiet" isDisabled={correct.isPending} onPress={onClose}>
          Never mind
        </Button>
        <Button type="submit" look="primary" isPending={correct.isPending}>
          Correct status
        </Button>
      </div>
    </form>
  )
}

interface Correction {
  /** The session as the user saw it; Undo restores this. */
  before: Session
  body: Values
}

function useCorrect(onDone: () => void) {
  const cache = sessionCacheOf(useQueryClient())
  return useMutation({
    mutationFn: ({ before, body }: Correction) =>
      cache.change({
        row: before,
        // The dialog waits for the answer, so there is no optimistic update.
        apply: (row) => row,
        act: (signal) => request(correctSession, { params: { id: before.id }, body }, { signal }),
      }),
    onSuccess: ({ status }, { before }) => {
      offerUndo(cache, before, 'Status corrected', `It is ${statusLabel(status)} now.`)
      onDone()
    },
  })
}
