import type { Rubric } from '@parley/contract/content/written.ts'
import { Flag } from 'lucide-react'
import { memo } from 'react'
import { clockText, withoutHalf } from '#platform/time/time-zone.ts'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { ShownToggle } from './shown-toggle.tsx'
import { MomentNote } from './moment-note.tsx'
import type { MarkedMoment } from '#features/assessment/model/sheet.ts'

export type Criterion = Rubric['allCategories'][number]['subtopics'][number]['allCriteria'][number]

/** The attribute by which the key handler finds the rows, in their order. */
export const rowMark = 'data-criterion'

interface CriterionRowProps {
  criterion: Criterion
  path: string
  value: boolean | undefined
  moments: readonly MarkedMoment[]
  zone: string
  hasWords: boolean
  /** Only one row is in the tab order. */
  isInHand: boolean
  /** The id of the moment whose note is being written. */
  noteOf: string | undefined
  acts: RowActs
}

export interface RowActs {
  onInHand: (path: string) => void
  onSet: (path: string, value: boolean | null) => void
  onNoteOf: (id: string | undefined) => void
  onNoteDone: (path: string) => void
  onNote: (id: string, note: string) => void
}

/** Memoized: there are over a hundred rows beside a call, and a key press must redraw only those that it changes. */
export const CriterionRow = memo(function CriterionRow(props: CriterionRowProps) {
  const { criterion, path, value, moments, zone, hasWords, isInHand, noteOf, acts } = props
  const noted = moments.find(({ id }) => id === noteOf)
  return (
    <li className={hasWords ? 'border-b border-line' : ''}>
      <Tooltip text={anchorText(criterion)} placement="left">
        {/* One tab stop, on which single keys act. Its two halves follow it in the tab order. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role */}
        <div
          // A fieldset cannot be laid out as a row, and a table row would need a table.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="group"
          aria-label={`${criterion.criteriaName}: ${stateWord(value)}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={isInHand ? 0 : -1}
          {...{ [rowMark]: path }}
          onFocus={() => acts.onInHand(path)}
          className={`flex min-h-11 items-center gap-3 rounded-control py-1.5 outline-focus focus-visible:outline-2 focus-visible:bg-hover ${hasWords ? '-mx-3 px-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5' : '-mx-2 px-2'}`}
        >
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">{criterion.criteriaName}</p>
            {moments.length > 0 && (
              <ul aria-label="Moments" className="mt-0.5 flex flex-wrap gap-1">
                {moments.map((moment) => (
                  <li key={moment.id}>
                    <MomentFlag {...{ moment, zone }} onPress={() => acts.onNoteOf(moment.id)} />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <ShownToggle {...{ value, hasWords }} isInOrder={isInHand} onSet={(set) => acts.onSet(path, set)} />
        </div>
      </Tooltip>
      {noted && (
        <MomentNote
          key={noted.id}
          moment={noted}
          zone={zone}
          onNote={acts.onNote}
          onDone={() => acts.onNoteDone(path)}
          onLeft={() => acts.onNoteOf(undefined)}
        />
      )}
    </li>
  )
})

export const stateWord = (value: boolean | undefined): string =>
  value === undefined ? 'unset' : value ? 'shown' : 'not shown'

const anchorText = ({ anchor, atEnd }: Criterion): string =>
  [anchor ?? 'Shown, not shown, or unset', atEnd && 'Judged at the end'].filter(Boolean).join('. ')

interface MomentFlagProps {
  moment: MarkedMoment
  zone: string
  onPress: () => void
}

const MomentFlag = ({ moment, zone, onPress }: MomentFlagProps) => (
  <button
    type="button"
    tabIndex={-1}
    onClick={onPress}
    title={moment.note}
    aria-label={`Moment at ${clockText(zone, Date.parse(moment.at))}${moment.note === '' ? '' : `: ${moment.note}`}`}
    className="flex cursor-pointer items-center gap-1 rounded-tag bg-yellow-soft px-1.5 font-figures text-small text-yellow-ink pointer-coarse:min-h-8"
  >
    <Flag className="size-3" strokeWidth={1.75} />
    {withoutHalf(clockText(zone, Date.parse(moment.at)))}
  </button>
)
