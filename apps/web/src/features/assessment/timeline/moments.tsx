import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Moment } from '@parley/contract/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { useRef, useState } from 'react'
import { zoneOf } from '#platform/time/time-zone.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { ChatAt } from './chat-at.tsx'
import { MomentRow } from './moment-row.tsx'
import { MomentStrip } from './moment-strip.tsx'
import { RemovalQuestion } from './removal-question.tsx'

interface MomentsProps {
  me: OwnProfile
  session: Session
  /** In order of time, at least one. */
  moments: readonly Moment[]
  rubric: Rubric
}

/** Flags on the session's timeline, the moments below them, and the chat around the chosen one. */
export function Moments({ me, session, moments, rubric }: MomentsProps) {
  const zone = zoneOf(me)
  const [chosenId, setChosenId] = useState<string>()
  const [removedId, setRemovedId] = useState<string>()
  const chosen = moments.find(({ id }) => id === chosenId)
  const isSmall = useSmallScreen()
  const rows = useRef<HTMLOListElement>(null)
  const chooseByFlag = ({ id }: Moment) => {
    setChosenId(id)
    const place = moments.findIndex((moment) => moment.id === id)
    rows.current?.children[place]?.scrollIntoView({ block: 'nearest' })
  }
  // The chat belongs to its participants: among the people who assess, only the coach sees it.
  const chat = chosen && session.coach_id === me.id && (
    <ChatAt sessionId={session.id} zone={zone} at={Date.parse(chosen.at)} />
  )
  const hasSeveral = new Set(moments.map(({ conversation }) => conversation)).size > 1
  return (
    <>
      <MomentStrip {...{ zone, session, moments, rubric, chosenId }} onChoose={chooseByFlag} />
      <div
        className={`grid gap-x-10 gap-y-4 ${chat && !isSmall ? '@2xl:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]' : ''}`}
      >
        <ol ref={rows} aria-label="Moments" className="min-w-0">
          {moments.map((moment) => (
            <MomentRow
              key={moment.id}
              {...{ zone, session, moment, rubric }}
              showsConversation={hasSeveral}
              isChosen={moment === chosen}
              onChoose={() => setChosenId(moment.id)}
              onRemove={() => setRemovedId(moment.id)}
            >
              {isSmall && moment === chosen && chat}
            </MomentRow>
          ))}
        </ol>
        {!isSmall && chat}
      </div>
      <RemovalQuestion
        {...{ zone, session, rubric }}
        moment={moments.find(({ id }) => id === removedId)}
        onClose={() => setRemovedId(undefined)}
      />
    </>
  )
}
