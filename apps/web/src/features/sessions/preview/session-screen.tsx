import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { isNotThere } from '#platform/server/api-problem.ts'
import { usePageName, PageHeading } from '#ui/page/page-heading.tsx'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { Tabs } from '#ui/choice/tabs.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Columns } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { useAddress } from '#ui/page/use-address.ts'
import { useSmallScreen, useStackedScreen } from '#ui/page/use-small-screen.ts'
import { AddToCalendar } from '#features/sessions/acts/add-to-calendar.tsx'
import { NotBillableBadge, StatusBadge } from '#features/sessions/words/session-badges.tsx'
import { useSessionAddress } from '#features/sessions/list/session-address.ts'
import { SessionForms } from '#features/sessions/form/session-forms.tsx'
import { atPresent } from '#features/sessions/cache/session-present.ts'
import { useSession } from '#features/sessions/cache/session-queries.ts'
import { showsNotBillable, typeText, whenText } from '#features/sessions/words/session-words.ts'
import { useSessionClock, useSessionsLive, useTurns } from '#features/sessions/cache/sessions-live.ts'
import { Readings } from '#features/privacy/privacy.ts'
import { hasJoinBar, JoinBar, JoinCard } from './join-card.tsx'
import { SessionMenu, useSessionActs, type SessionActs } from './session-acts.tsx'
import { SessionChat } from './session-chat.tsx'
import { SessionFacts } from './session-facts.tsx'
import { SessionHistory } from './session-history.tsx'
import { SessionTimeline } from './session-timeline.tsx'

interface SessionScreenProps {
  id: string
  me: OwnProfile
  /** Shown if the session does not exist for the viewer. */
  notFound: ReactNode
  /** Draws who was in its call, and before the call `plan`. From the calls feature. */
  ofCall: (session: Session, now: number, plan: ReactNode) => ReactNode
  /** The moments marked about its client, from the assessment feature. */
  ofAssessment: (session: Session) => ReactNode
  /** The assessment of its client, for viewers who may assess. */
  scoring: (session: Session) => ReactNode
}

/** The page of one session. */
export function SessionScreen({ id, me, notFound, ...slots }: SessionScreenProps) {
  const answer = useSession(id, { isWanted: true })
  if (answer.data)
    return <SessionPage asked={answer.data} askedAt={answer.dataUpdatedAt} me={me} {...slots} />
  if (answer.isPending) return <SessionSkeleton />
  if (isNotThere(answer.error)) return notFound
  return (
    <LoadFailure error={answer.error} isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
  )
}

interface SessionPageProps extends Pick<SessionScreenProps, 'me' | 'ofCall' | 'ofAssessment' | 'scoring'> {
  asked: Session
  askedAt: number
}

function SessionPage({ asked, askedAt, me, ofCall, ofAssessment, scoring }: SessionPageProps) {
  const now = useSessionClock([asked])
  const session = atPresent(me, asked, { askedAt, now })
  useSessionsLive([session])
  useTurns([session], now)
  usePageName(session.title)
  const address = useSessionAddress()
  const acts = useSessionActs(me, session)
  const isSmall = useSmallScreen()
  const isStacked = useStackedScreen()
  const given = { me, session, now, acts }
  const buttons = <Buttons {...{ me, session, acts }} onEdit={() => address.openEdit(session.id)} />
  const head = <SessionHead me={me} session={session} />
  const details = (withHead: ReactNode) => (
    <Columns
      main={
        <div className="flex flex-col gap-6">
          {withHead}
          {isStacked && !(isSmall && hasJoinBar(session)) && <JoinCard {...given} />}
          {ofCall(session, now, <SessionTimeline me={me} session={session} now={now} />)}
          {isStacked && buttons}
          <SessionFacts me={me} session={session} now={now} />
          {ofAssessment(session)}
          <SessionChat me={me} session={session} />
        </div>
      }
      side={
        <>
          {!isStacked && (
            <div className="flex flex-col gap-3">
              <JoinCard {...given} />
              {buttons}
            </div>
          )}
          <SessionHistory me={me} sessionId={session.id} now={now} />
          <Readings me={me} of={{ subject: [session.id] }} />
        </>
      }
    />
  )
  return (
    <>
      {session.abilities.assess ? (
        <div className="flex flex-col gap-4">
          {head}
          <SessionTabs details={details(null)} assessment={scoring(session)} />
        </div>
      ) : (
        details(head)
      )}
      {isSmall && hasJoinBar(session) && <JoinBar {...given} />}
      {acts.questions}
      <SessionForms me={me} address={address} rows={[session]} />
    </>
  )
}

interface SessionTabsProps {
  details: ReactNode
  assessment: ReactNode
}

/** The open tab is part of the URL: a link opens it. */
function SessionTabs({ details, assessment }: SessionTabsProps) {
  const [{ tab }, change] = useAddress()
  return (
    <Tabs<'details' | 'assessment'>
      label="Session"
      place="page"
      value={tab === 'assessment' ? tab : 'details'}
      onChange={(next) => change({ tab: next === 'assessment' ? next : undefined }, { replace: true })}
      tabs={[
        { value: 'details', label: 'Details', content: details },
        { value: 'assessment', label: 'Assessment', content: assessment },
      ]}
    />
  )
}

const SessionHead = ({ me, session }: { me: OwnProfile; session: Session }) => (
  <header>
    <p className="mb-2 flex flex-wrap gap-2.5">
      <StatusBadge status={session.status} />
      <Badge tone="outlined">{typeText(session)}</Badge>
      {showsNotBillable(me.privs, session) && <NotBillableBadge />}
    </p>
    <PageHeading
      title={session.title}
      className="text-figure font-semibold tracking-[-0.02em] wrap-anywhere"
    />
    <p className="mt-0.5 font-figures text-[0.9375rem]/5.5 text-balance text-ink-2">
      {weekday(zoneOf(me), session)}, {whenText(zoneOf(me), session)}
    </p>
  </header>
)

const weekday = (timeZone: string, { start_time }: Session): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(Date.parse(start_time))

interface ButtonsProps {
  me: OwnProfile
  session: Session
  acts: SessionActs
  onEdit: () => void
}

const Buttons = ({ me, session, acts, onEdit }: ButtonsProps) => (
  <div className="flex gap-2 [&>button]:grow">
    <AddToCalendar session={session} viewerId={me.id} size="medium" />
    {session.abilities.edit && (
      <Button icon={<Pencil strokeWidth={1.75} />} onPress={onEdit}>
        Edit
      </Button>
    )}
    <div className="shrink-0 empty:hidden">
      <SessionMenu session={session} acts={acts} />
    </div>
  </div>
)

const SessionSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <Columns
      main={
        <>
          <Skeleton className="h-5.5 w-40" />
          <Skeleton className="mt-3 h-8 w-72" />
          <Skeleton className="mt-8 h-30 w-full" />
          <Skeleton className="mt-8 h-40 w-full" />
        </>
      }
      side={<Skeleton className="h-32 w-full rounded-panel" />}
    />
  </div>
)
