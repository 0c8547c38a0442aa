import { Flag, ListChecks, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { Avatar } from '#ui/display/avatar.tsx'
import { useShortPanel } from '#ui/page/use-small-screen.ts'
import { criterionName } from '#features/assessment/model/rubric.ts'
import { Conversations } from './conversations.tsx'
import { DroppedNote, RefusedList } from './saving/not-saved.tsx'
import { RubricList, useHand } from './criteria/rubric-list.tsx'
import { SaveMark } from './saving/save-mark.tsx'
import type { Chosen, ScoringActs, ScoringView } from './scoring-view.ts'
import { ScoringKeys, Texts } from './texts.tsx'

interface AssessmentPanelProps extends Chosen {
  view: ScoringView
  acts: ScoringActs
}

/** Scoring beside the call: the list scrolls, the client's name and the two texts stay in place. */
export function AssessmentPanel({ view, acts, ...chosen }: AssessmentPanelProps) {
  const isShort = useShortPanel()
  const [isWriting, setIsWriting] = useState(false)
  const hand = useHand(view.rubric)
  const { conversation } = chosen
  const { onMoment } = acts
  const texts = (rows: number) => (
    <Texts sheet={view.sheet} moments={view.moments} {...{ conversation, acts, rows }} />
  )
  const head = (
    <div className="flex flex-col gap-3 border-b border-line px-4 py-3">
      <div className="flex items-center gap-2.5">
        <Avatar person={view.client} size={28} />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{nameOf(view.client)}</h2>
        <SaveMark {...view} />
      </div>
      <DroppedNote dropped={view.dropped} />
      <RefusedList {...{ view, acts }} />
      <Conversations {...view} {...chosen} />
    </div>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {!isShort && head}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {/* In a short panel the head scrolls away with the list. */}
        {isShort && head}
        {isShort && isWriting ? (
          <div className="p-4">{texts(3)}</div>
        ) : (
          <RubricList {...view} {...chosen} {...{ acts, hand }} place="panel" />
        )}
      </div>
      {isShort ? (
        <div className="flex gap-2 border-t border-line p-3 *:flex-1">
          {onMoment && !isWriting && (
            <Button
              icon={<Flag strokeWidth={1.75} />}
              aria-label={`Moment: ${criterionName(view.rubric, hand.inHand)}`}
              onPress={() => hand.setNoteOf(onMoment(conversation, hand.inHand))}
            >
              Moment
            </Button>
          )}
          <Button
            icon={isWriting ? <ListChecks strokeWidth={1.75} /> : <NotebookPen strokeWidth={1.75} />}
            onPress={() => setIsWriting(!isWriting)}
          >
            {isWriting ? 'Criteria' : 'Notes'}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-2.5 border-t border-line px-4 py-3">
          {texts(1)}
          <ScoringKeys hasMoments={onMoment !== undefined} />
        </div>
      )}
    </div>
  )
}
