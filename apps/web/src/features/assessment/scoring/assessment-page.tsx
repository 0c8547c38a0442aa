import type { ReactNode } from 'react'
import { Columns, SideSection } from '#ui/page/side-section.tsx'
import { Conversations } from './conversations.tsx'
import { DroppedNote, RefusedList } from './saving/not-saved.tsx'
import { RubricList, useHand } from './criteria/rubric-list.tsx'
import { SaveMark } from './saving/save-mark.tsx'
import type { Chosen, ScoringActs, ScoringView } from './scoring-view.ts'
import { ScoringKeys, Texts } from './texts.tsx'

interface AssessmentPageProps extends Chosen {
  view: ScoringView
  acts: ScoringActs
  history: ReactNode
}

/** Scoring on the session's page: the same as beside the call, with room for labels and the history. */
export function AssessmentPage({ view, acts, history, ...chosen }: AssessmentPageProps) {
  const hand = useHand(view.rubric)
  const { conversation } = chosen
  const title = view.rubric.conversations[conversation]?.title
  return (
    <Columns
      main={
        <div className="flex flex-col gap-4">
          <Conversations {...view} {...chosen} />
          <DroppedNote dropped={view.dropped} />
          <RefusedList {...{ view, acts }} />
          <div className="flex min-h-6 items-center justify-between gap-4">
            <h2 className="text-title font-semibold">{title}</h2>
            <SaveMark {...view} />
          </div>
          <RubricList {...view} {...chosen} {...{ acts, hand }} place="page" />
        </div>
      }
      side={
        <>
          <div className="flex flex-col gap-3">
            <Texts sheet={view.sheet} moments={view.moments} {...{ conversation, acts }} rows={4} />
            <p className="text-small text-ink-3 pointer-coarse:hidden">Shift+Enter for a new line</p>
          </div>
          <div className="pointer-coarse:hidden">
            <SideSection title="Keys">
              <ScoringKeys hasMoments={acts.onMoment !== undefined} />
            </SideSection>
          </div>
          {history}
        </>
      }
    />
  )
}
