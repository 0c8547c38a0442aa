import '@fontsource-variable/literata/index.css'
import type { Moment } from '@parley/contract/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { clockText } from '#platform/time/time-zone.ts'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuRule, MenuTrigger } from '#ui/overlay/menu.tsx'
import { namesOf } from '#features/assessment/model/rubric.ts'
import { NoteForm } from './note-form.tsx'

interface MomentRowProps {
  zone: string
  session: Session
  moment: Moment
  rubric: Rubric
  /** Whether the list has moments of several conversations. */
  showsConversation: boolean
  isChosen: boolean
  onChoose: () => void
  onRemove: () => void
  /** The chat of that time, if there is no room for it beside the list. */
  children: ReactNode
}

/** One moment: its time, its criterion and its note, which the author can change. */
export function MomentRow(props: MomentRowProps) {
  const { zone, session, moment, rubric, showsConversation, isChosen, onChoose, onRemove, children } = props
  const [isEdited, setIsEdited] = useState(false)
  const clock = clockText(zone, Date.parse(moment.at))
  const { criterion, category } = namesOf(rubric, moment.path)
  const about = [category, showsConversation && rubric.conversations[moment.conversation]?.name]
  return (
    <li
      aria-current={isChosen}
      className={`grid scroll-my-20 grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-2 border-b border-line px-2 py-2.5 ${isChosen ? 'rounded-control bg-yellow-soft' : ''}`}
    >
      <PlainButton
        onPress={onChoose}
        aria-label={`Choose ${clock}, ${criterion}`}
        className="-mx-1 -mt-0.5 min-h-6 cursor-pointer self-start rounded-control px-1 text-left font-figures font-semibold hover:underline pointer-coarse:-mt-2.75 pointer-coarse:min-h-11"
      >
        {clock}
      </PlainButton>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-semibold">{criterion}</span>{' '}
          <span className="text-ink-2">{about.filter(Boolean).join(', ')}</span>
        </p>
        {!moment.isOwn && <p className="text-small text-ink-2 wrap-anywhere">by {moment.by}</p>}
        {isEdited ? (
          <NoteForm {...{ session, moment }} onClose={() => setIsEdited(false)} />
        ) : (
          moment.note !== '' && (
            <p dir="auto" className="mt-0.5 font-voice text-voice wrap-anywhere whitespace-pre-wrap">
              {moment.note}
            </p>
          )
        )}
        {children}
      </div>
      {moment.isOwn && !isEdited && (
        <div className="-my-2 pointer-coarse:-my-2.75">
          <MenuTrigger>
            <Button size="icon" look="quiet" aria-label={`Actions for ${clock}, ${criterion}`}>
              <Ellipsis />
            </Button>
            <Menu>
              <MenuItem icon={<Pencil />} onAction={() => setIsEdited(true)}>
                Edit note
              </MenuItem>
              <MenuRule />
              <MenuItem tone="destructive" icon={<Trash2 />} onAction={onRemove}>
                Remove
              </MenuItem>
            </Menu>
          </MenuTrigger>
        </div>
      )}
    </li>
  )
}
