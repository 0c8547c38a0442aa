import type { Moment } from '@parley/contract/assessment/moments.ts'
import { momentNoteMax } from '@parley/contract/rules/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useState, type SubmitEvent } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { LeaveGuard } from '#ui/form/leave-guard.tsx'
import { useNote } from './moment-changes.ts'

interface NoteFormProps {
  session: Session
  moment: Moment
  onClose: () => void
}

/** Edits a moment's note in place. */
export function NoteForm({ session, moment, onClose }: NoteFormProps) {
  const [note, setNote] = useState(moment.note)
  const save = useNote(session, { onDone: onClose })
  const isChanged = note !== moment.note
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending) return
    if (isChanged) save.mutate({ moment, note })
    else onClose()
  }
  return (
    <form noValidate onSubmit={submit} className="mt-2 flex flex-col gap-2">
      <TextArea autoFocus label="Note" rows={3} maxLength={momentNoteMax} value={note} onChange={setNote} />
      {save.isError && <Note kind="error">{messageOf(save.error)}</Note>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" look="primary" isPending={save.isPending}>
          Save note
        </Button>
        <Button size="small" look="quiet" isDisabled={save.isPending} onPress={onClose}>
          Never mind
        </Button>
      </div>
      <LeaveGuard isHeld={() => isChanged} hasInput={isChanged} />
    </form>
  )
}
