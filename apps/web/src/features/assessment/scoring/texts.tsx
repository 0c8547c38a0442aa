import { Flag } from 'lucide-react'
import { KeyCap } from '#ui/keys/shortcuts.tsx'
import { Observation } from './observation.tsx'
import type { ScoringActs, ScoringView } from './scoring-view.ts'

interface TextsProps extends Pick<ScoringView, 'sheet' | 'moments'> {
  conversation: number
  acts: ScoringActs
  rows: number
}

/** The overall judgement and the notes of the conversation in view. */
export function Texts({ sheet, moments, conversation, acts, rows }: TextsProps) {
  const textOf = (path: 'overall' | 'notes') => sheet.texts.get(`${conversation}/${path}`)?.data ?? ''
  const marked = moments.filter((moment) => moment.conversation === conversation).length
  const field = (path: 'overall' | 'notes') => ({
    // Keyed by conversation, because the caret of one conversation's text means nothing in another's.
    key: `${conversation}/${path}`,
    value: textOf(path),
    rows,
    onChange: (text: string) => acts.onText(conversation, path, text),
    onSettled: acts.onSettled,
  })
  const { key: overallKey, ...overall } = field('overall')
  const { key: notesKey, ...notes } = field('notes')
  return (
    <div className="flex flex-col gap-2.5">
      <Observation key={overallKey} label="Overall" {...overall} />
      <Observation
        key={notesKey}
        label="Notes"
        {...notes}
        end={
          marked > 0 && (
            <span className="flex items-center gap-1 font-figures text-small text-ink-3">
              <Flag className="size-3" strokeWidth={1.75} />
              {marked} {marked === 1 ? 'moment' : 'moments'}
            </span>
          )
        }
      />
    </div>
  )
}

const keys: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['↑', '↓'], ''],
  [['Y'], 'shown'],
  [['N'], 'not shown'],
  [['0'], 'unset'],
  [['F'], 'moment'],
]

/** The keyboard shortcuts on a criterion. Hidden on touch devices. */
export const ScoringKeys = ({ hasMoments }: { hasMoments: boolean }) => (
  <ul
    aria-label="Keys on a criterion"
    className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-3 pointer-coarse:hidden"
  >
    {keys
      .filter(([, text]) => hasMoments || text !== 'moment')
      .map(([caps, text]) => (
        <li key={text} className="flex items-center gap-1">
          {caps.map((cap) => (
            <KeyCap key={cap}>{cap}</KeyCap>
          ))}
          {text === '' ? <span className="sr-only">move</span> : text}
        </li>
      ))}
  </ul>
)
