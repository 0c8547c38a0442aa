import { Label } from 'react-aria-components/Label'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import { answeredOf } from '#features/assessment/model/sheet.ts'
import type { Chosen, ScoringView } from './scoring-view.ts'

/** The four conversations, each with its progress. The arrow keys switch between them. */
export function Conversations({
  rubric,
  sheet,
  conversation,
  onConversation,
}: Pick<ScoringView, 'rubric' | 'sheet'> & Chosen) {
  return (
    <RadioGroup
      orientation="horizontal"
      value={String(conversation)}
      onChange={(value) => onConversation(Number(value))}
    >
      <Label className="sr-only">Conversation</Label>
      <div className="grid grid-cols-4 gap-2">
        {rubric.conversations.map(({ name, title }, i) => {
          const { answered, all } = answeredOf(sheet, i, rubric)
          return (
            <RadioField key={name} value={String(i)} className="flex min-w-0">
              <RadioButton className="flex min-w-0 flex-1 cursor-pointer flex-col rounded-control border border-line-2 px-2 py-1.5 text-label outline-offset-1 outline-focus hover:bg-hover focus-visible:outline-2 selected:border-accent-line selected:bg-accent-soft selected:text-accent-ink forced-colors:selected:outline-2">
                <span className="font-semibold">{i + 1}</span>
                <span className="truncate">{name}</span>
                <span className="sr-only">{`${title}, ${answered} of ${all} answered`}</span>
                <span
                  aria-hidden="true"
                  className="mt-1 h-1 w-full overflow-hidden rounded-round bg-line-2 forced-color-adjust-none"
                >
                  <span
                    style={{ width: `${(answered / all) * 100}%` }}
                    className="block h-full rounded-round bg-accent"
                  />
                </span>
              </RadioButton>
            </RadioField>
          )
        })}
      </div>
    </RadioGroup>
  )
}
