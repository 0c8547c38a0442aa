import type { Rubric } from '@parley/contract/content/written.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { firstPath, type Category } from '#features/assessment/model/rubric.ts'
import { marksOf, type MarkedMoment } from '#features/assessment/model/sheet.ts'
import { CriterionRow, rowMark, stateWord, type RowActs } from './criterion-row.tsx'
import { handleRubricKey } from './rubric-keys.ts'
import type { Chosen, ScoringActs, ScoringView } from '#features/assessment/scoring/scoring-view.ts'

type RubricListProps = Pick<ScoringView, 'rubric' | 'sheet' | 'moments' | 'zone'> &
  Chosen & {
    acts: ScoringActs
    hand: Hand
    /** A page has room for labels; a panel shows icons instead. */
    place: 'panel' | 'page'
  }

/**
 * The criteria of one conversation. The arrow keys move, Y, N and 0 answer, F marks a moment, and 1 to 4 switch the
 * conversation, so that a coach can score without looking at the screen.
 */
export function RubricList(props: RubricListProps) {
  const { rubric, sheet, moments, zone, conversation, onConversation, acts, hand, place } = props
  const { inHand, setInHand, noteOf, setNoteOf } = hand
  const list = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [announced, setAnnounced] = useState('')

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${rowMark}]`) ?? [])]
  const rowAt = (path: string) => rows().find((row) => row.getAttribute(rowMark) === path)
  const set = (path: string, value: boolean | null) => {
    acts.onSet(conversation, path, value)
    setAnnounced(`${rowAt(path)?.firstElementChild?.textContent ?? ''}: ${stateWord(value ?? undefined)}`)
  }
  const mark = acts.onMoment
  const onMoment = mark && ((path: string) => setNoteOf(mark(conversation, path)))
  const closeNote = (path: string) => {
    setNoteOf(undefined)
    rowAt(path)?.focus()
  }

  const rowActs = useStable({
    onInHand: setInHand,
    onSet: set,
    onNoteOf: setNoteOf,
    onNoteDone: closeNote,
    onNote: acts.onNote,
  })
  const momentsOf = (path: string): readonly MarkedMoment[] => {
    const found = moments.filter((moment) => moment.path === path && moment.conversation === conversation)
    return found.length > 0 ? found : noMoments
  }

  const onKeyDown = (event: KeyboardEvent) => handleRubricKey(event, { rows, set, onMoment, onConversation })

  return (
    // The rows take the focus; this element handles their keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} onKeyDown={onKeyDown}>
      {rubric.allCategories.map((category) => (
        <section key={category.tag} aria-label={category.categoryName} className="border-b border-line">
          <CategoryHead
            category={category}
            marks={marksOf(sheet, conversation, category)}
            isOpen={!closed.has(category.tag)}
            place={place}
            onToggle={() => setClosed(toggled(closed, category.tag))}
          />
          {!closed.has(category.tag) &&
            category.subtopics.map((subtopic) => (
              <div key={subtopic.tag} className={place === 'panel' ? 'px-4 pb-2 pl-9.5' : 'pb-4'}>
                <h4 className="text-label text-ink-3">{subtopic.subtopicName}</h4>
                <ul>
                  {subtopic.allCriteria.map((criterion) => {
                    const path = `${category.tag}/${subtopic.tag}/${criterion.tag}`
                    const marked = momentsOf(path)
                    return (
                      <CriterionRow
                        key={criterion.tag}
                        {...{ criterion, path, zone }}
                        value={sheet.values.get(`${conversation}/${path}`)}
                        moments={marked}
                        hasWords={place === 'page'}
                        isInHand={path === inHand}
                        noteOf={marked.some(({ id }) => id === noteOf) ? noteOf : undefined}
                        acts={rowActs}
                      />
                    )
                  })}
                </ul>
              </div>
            ))}
        </section>
      ))}
      <output className="sr-only">{announced}</output>
    </div>
  )
}

const noMoments: readonly MarkedMoment[] = []

/** Keeps the functions' identity while the list is mounted, so that memoized rows stay; each calls the latest version. */
function useStable(present: RowActs): RowActs {
  const latest = useRef(present)
  useLayoutEffect(() => {
    latest.current = present
  })
  const [stable] = useState<RowActs>(() => ({
    onInHand: (path) => latest.current.onInHand(path),
    onSet: (path, value) => latest.current.onSet(path, value),
    onNoteOf: (id) => latest.current.onNoteOf(id),
    onNoteDone: (path) => latest.current.onNoteDone(path),
    onNote: (id, note) => latest.current.onNote(id, note),
  }))
  return stable
}

/** Holds which criterion is in hand, and which moment's note is being written. */
export function useHand({ allCategories }: Rubric) {
  const [inHand, setInHand] = useState(() => firstPath(allCategories))
  const [noteOf, setNoteOf] = useState<string>()
  return { inHand, setInHand, noteOf, setNoteOf }
}
export type Hand = ReturnType<typeof useHand>

const toggled = (set: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set(set.has(one) ? [...set].filter((each) => each !== one) : [...set, one])

interface CategoryHeadProps {
  category: Category
  marks: readonly (boolean | undefined)[]
  isOpen: boolean
  place: 'panel' | 'page'
  onToggle: () => void
}

function CategoryHead({ category, marks, isOpen, place, onToggle }: CategoryHeadProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  const answered = marks.filter((mark) => mark !== undefined).length
  return (
    <h3>
      <PlainButton
        aria-expanded={isOpen}
        onPress={onToggle}
        className={`flex min-h-11 w-full cursor-pointer items-center gap-2 text-left text-large font-semibold outline-offset-[-2px] outline-focus hover:bg-hover focus-visible:outline-2 ${place === 'panel' ? 'px-4' : 'rounded-control'}`}
      >
        <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
        <span className="flex-1">{category.categoryName}</span>
        <span aria-hidden="true" className="flex gap-1 forced-color-adjust-none">
          {marks.map((mark, i) => (
            // A mark never changes its place.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={i} className={`size-2 rounded-[2px] ${markColor(mark)}`} />
          ))}
        </span>
        <span className="font-figures text-label font-normal text-ink-3">
          {answered} of {marks.length}
        </span>
      </PlainButton>
    </h3>
  )
}

function markColor(mark: boolean | undefined): string {
  if (mark === undefined) return 'border border-line-2'
  return mark ? 'bg-green' : 'bg-gray'
}
