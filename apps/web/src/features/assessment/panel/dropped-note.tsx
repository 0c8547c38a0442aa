import { Note } from '#ui/display/note.tsx'

/** Shown when the right to score here was taken away while answers were on their way. */
export const DroppedNote = ({ dropped }: { dropped: number }) =>
  dropped > 0 && (
    <Note kind="error">
      You can no longer score this session. {dropped === 1 ? 'One answer was' : `${dropped} answers were`} not
      saved. Please ask your organization’s admin.
    </Note>
  )
