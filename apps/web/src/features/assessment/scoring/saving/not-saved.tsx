import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { namesOf } from '#features/assessment/model/rubric.ts'
import type { Refused } from '#features/assessment/model/sheet.ts'
import type { ScoringActs, ScoringView } from '#features/assessment/scoring/scoring-view.ts'

interface RefusedListProps {
  view: Pick<ScoringView, 'sheet' | 'rubric'>
  acts: Pick<ScoringActs, 'onRetry' | 'onDiscard'>
}

/** Lists the answers that the server refused, why, and what the author can do about each. */
export function RefusedList({ view: { sheet, rubric }, acts }: RefusedListProps) {
  if (sheet.refused.length === 0) return null
  return (
    <Note kind="error">
      <ul aria-label="Couldn't be saved" className="flex flex-col gap-3">
        {sheet.refused.map((refused) => {
          const what = whatOf(rubric, refused.said)
          return (
            <li key={refused.clientId} className="wrap-anywhere">
              <p className="font-semibold">{what}</p>
              <p>{refused.why}</p>
              <div className="mt-2 flex gap-2">
                <Button
                  size="small"
                  aria-label={`Retry: ${what}`}
                  onPress={() => acts.onRetry(refused.clientId)}
                >
                  Retry
                </Button>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Discard: ${what}`}
                  onPress={() => acts.onDiscard(refused.clientId)}
                >
                  Discard
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Note>
  )
}

const textNames: Record<string, string> = { overall: 'Overall', notes: 'Notes' }

/** 'Opening: States the purpose early', or 'Opening: Notes'. */
function whatOf(rubric: ScoringView['rubric'], said: Refused['said']): string {
  const conversation =
    rubric.conversations[said.conversation]?.title ?? `Conversation ${said.conversation + 1}`
  const name = textNames[said.path] ?? namesOf(rubric, said.path).criterion
  return `${conversation}: ${said.kind === 'moment' ? `moment of ${name}` : name}`
}

/** Shown when the right to score here was taken away while answers were on their way. */
export const DroppedNote = ({ dropped }: { dropped: number }) =>
  dropped > 0 && (
    <Note kind="error">
      You can no longer score this session. {dropped === 1 ? 'One answer was' : `${dropped} answers were`} not
      saved. Please ask your organization’s admin.
    </Note>
  )
