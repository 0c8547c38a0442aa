import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isJoinable } from '@parley/contract/rules/sessions/phases.ts'
import { ChevronRight } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Ellipsis } from '#ui/display/ellipsis.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { PlainButton } from '#ui/button/button.tsx'
import { popoverStyles } from '#ui/overlay/popover-styles.ts'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { otherSideText, previewOf, StatusBadge, whenText } from '#features/sessions/sessions.ts'
import { longDay } from './month-days.ts'

interface DayPopoverProps {
  me: OwnProfile
  now: number
  /** The calendar's table, which contains the day. */
  grid: RefObject<HTMLTableElement | null>
  day: string | undefined
  /** The day's sessions; undefined while no day with sessions is open. */
  sessions: readonly Session[] | undefined
  onClose: () => void
}

/** The sessions of a marked day. */
export function DayPopover({ me, now, grid, day, sessions, onClose }: DayPopoverProps) {
  const { value, isOpen, key } = useOpening(sessions && day)
  const anchor = {
    get current() {
      return grid.current?.querySelector<HTMLElement>(`[data-day="${value}"]`) ?? null
    },
  }
  return (
    <Popover
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={(isWanted) => !isWanted && onClose()}
      placement="bottom start"
      offset={6}
      className={popoverStyles({ width: 'facts' })}
    >
      <Dialog aria-label={value === undefined ? '' : longDay(value)} className="outline-none">
        {sessions && <DaySessions key={key} {...{ me, now, sessions }} />}
      </Dialog>
    </Popover>
  )
}

/** One of the day's sessions in full, the others to choose from. */
function DaySessions({ me, now, sessions }: { me: OwnProfile; now: number; sessions: readonly Session[] }) {
  const [chosenId, setChosenId] = useState<string>()
  const shown =
    sessions.find(({ id }) => id === chosenId) ??
    sessions.find((session) => isJoinable(session, now)) ??
    sessions.find(({ status, end_time }) => status === 'Scheduled' && Date.parse(end_time) > now) ??
    sessions[0]
  if (!shown) return null
  const others = sessions.filter((session) => session !== shown)
  return (
    <>
      <div className="p-4">
        <p className="text-[0.9375rem]/5.5 font-semibold wrap-anywhere">{shown.title}</p>
        <p className="mt-1 font-figures text-label text-ink-2">{whenText(zoneOf(me), shown)}</p>
        <p className="mt-2 flex min-w-0 items-center gap-2 text-label">
          <Badge tone="accent">Coaching Call</Badge>
          <Ellipsis className="min-w-0">{otherSideText(shown)}</Ellipsis>
        </p>
        {shown.status !== 'Scheduled' && (
          <p className="mt-2.5">
            <StatusBadge status={shown.status} />
          </p>
        )}
        {isJoinable(shown, now) && (
          <p className="mt-3">
            <ButtonLink to={previewOf(shown)} size="small">
              Details
            </ButtonLink>
          </p>
        )}
      </div>
      {others.length > 0 && (
        <ul className="border-t border-line p-1.5">
          {others.map((session) => (
            <li key={session.id}>
              <OtherSession {...{ me, session }} onChoose={() => setChosenId(session.id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface OtherSessionProps {
  me: OwnProfile
  session: Session
  onChoose: () => void
}

const OtherSession = ({ me, session, onChoose }: OtherSessionProps) => (
  <PlainButton
    onPress={onChoose}
    className="flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-control px-2.5 text-left text-label hover:bg-hover pointer-coarse:min-h-11"
  >
    <span className="w-24 shrink-0 font-figures">
      {clockText(zoneOf(me), Date.parse(session.start_time))}{' '}
      <span className="text-ink-3">{shortZoneName(zoneOf(me), Date.parse(session.start_time))}</span>
    </span>
    <span className="min-w-0 flex-1 truncate text-ink-2">{session.title}</span>
    {session.status === 'Scheduled' ? (
      <ChevronRight className="size-3.5 shrink-0 text-ink-3" />
    ) : (
      <StatusBadge status={session.status} />
    )}
  </PlainButton>
)
