import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session, SessionFilters } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { Plus } from 'lucide-react'
import { titleOf } from '#platform/pages.ts'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { BottomBar, PageHeader } from '#ui/page/page-header.tsx'
import { Button } from '#ui/button/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import { useAddress } from '#ui/page/use-address.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { useWaiting } from '#features/calls/calls.ts'
import { ExportButton } from './export-button.tsx'
import { emptyRange, RangeBar } from './range-bar.tsx'
import { previewOf, useRowActs } from '#features/sessions/acts/row-acts.tsx'
import { useSessionAddress } from './session-address.ts'
import { sessionCard, sessionColumnsFor, sessionName } from './session-columns.tsx'
import { orderIn, queryInRange, useSessionRange } from './session-range.ts'
import { SessionForms } from '#features/sessions/form/session-forms.tsx'
import { useMovingWindow } from '#features/sessions/cache/moving-window.ts'
import { goesWithClock } from '#features/sessions/cache/session-cache.ts'
import { answerAtPresent } from '#features/sessions/cache/session-present.ts'
import { useSessionsPage } from '#features/sessions/cache/session-queries.ts'
import { sessionShape, type SessionColumn } from './session-shape.ts'
import { useSessionClock, useSessionsLive, useTurns } from '#features/sessions/cache/sessions-live.ts'

/** Session Management: the list, and the forms to schedule and edit a session. */
export function SessionsScreen({ me }: { me: OwnProfile }) {
  const address = useSessionAddress()
  const [range, setRange] = useSessionRange()
  const [{ marked }] = useAddress()
  const state = useTableState<SessionColumn, SessionFilters>({
    ...sessionShape(me),
    defaultOrder: orderIn(range),
    isNarrowedBeside: range.when !== undefined || range.days !== undefined,
  })
  const minute = useNow()
  const query = queryInRange(state.query, range, zoneOf(me), minute)
  const asked = useSessionsPage(query)
  const now = useSessionClock(asked.data?.entries ?? [])
  const answer = answerAtPresent(me, asked, now)
  const rows = answer.data?.entries ?? []
  const highlighted = useSessionsLive(rows)
  useTurns(rows, now)
  useMovingWindow(goesWithClock)
  const { rowActs, question, isSaving } = useRowActs(me, rows, address.openEdit)
  const waiting = useWaiting()
  const isWaiting = ({ id }: Session) => waiting.has(id)
  const options = { me, now, isSaving, isWaiting }
  const kind: RowKind<Session> = {
    key: ({ id }) => id,
    name: sessionName,
    href: previewOf,
    acts: rowActs,
    isCalling: isWaiting,
    actsWidth: '7.25rem',
    card: (session) => sessionCard(session, options),
  }
  const { scheduleButton, isSmall } = useScheduleButton(address.openSchedule)

  return (
    <>
      <PageHeader
        title={titleOf('sessions')}
        actions={
          !isSmall && (
            <div className="flex gap-2">
              <ExportButton query={query} page={answer.data} />
              {scheduleButton}
            </div>
          )
        }
      />
      <div className="flex flex-col gap-3 sm:mt-4.5">
        <RangeBar range={range} today={dayIn(minute, zoneOf(me))} onChange={setRange} />
        <DataTable
          label="Session Management"
          state={state}
          answer={answer}
          columns={sessionColumnsFor(options)}
          row={kind}
          highlighted={highlighted}
          {...(marked !== undefined && { markedKey: marked })}
          empty={
            emptyRange({ range, onChange: setRange }) ?? {
              title: 'No sessions yet',
              text: 'Sessions show here with their time, their people and their status.',
              ...(!isSmall && { action: scheduleButton }),
            }
          }
        />
      </div>
      {isSmall && <BottomBar>{scheduleButton}</BottomBar>}
      {question}
      <SessionForms me={me} address={address} rows={rows} />
    </>
  )
}

/** The page's main action: in the header, or in a bar at the bottom of a small screen. */
function useScheduleButton(onSchedule: () => void) {
  const isSmall = useSmallScreen()
  const scheduleButton = (
    <Button
      look="primary"
      icon={<Plus strokeWidth={1.75} />}
      onPress={onSchedule}
      {...(isSmall && { size: 'large', width: 'full' })}
    >
      Schedule Session
    </Button>
  )
  return { scheduleButton, isSmall }
}
