import '@fontsource-variable/literata/index.css'
import { readPresence, type CallPresence } from '@parley/contract/calls/call-record.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, Video } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '#platform/server/queries.ts'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { ButtonLink, linkStyles } from '#ui/button/link.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import {
  atPresent,
  otherSideText,
  StatusBadge,
  useSessionChanges,
  useSessionClock,
  useSessionsLive,
  useTurns,
} from '#features/sessions/sessions.ts'
import { ReportDialog } from '#features/calls/reports/report-dialog.tsx'
import { CallFigures, CallFiguresSkeleton } from './call-figures.tsx'
import { PresenceLanes } from './presence-lanes.tsx'

const askEveryMs = 15_000

interface CompletionProps {
  me: OwnProfile
  asked: Session
  askedAt: number
}

/** The page after a call: who was there for how long, and what to do now. */
export function Completion({ me, asked, askedAt }: CompletionProps) {
  const now = useSessionClock([asked])
  const session = atPresent(me, asked, { askedAt, now })
  useSessionsLive([session])
  useTurns([session], now)
  const presence = useQuery({
    ...queryOf(readPresence, { params: { id: session.id } }),
    // The server learns of the leave a moment later, and the other side may still be there.
    refetchInterval: askEveryMs,
    staleTime: 0,
  })
  return (
    <div className="m-auto flex w-full max-w-160 flex-col items-center gap-8 py-6 text-center">
      <div>
        <PageHeading
          title="This call has ended."
          className="text-[2.5rem]/12 font-semibold tracking-[-0.02em] text-balance max-sm:text-[2rem]/10"
        />
        <p className="mt-2 font-voice text-[1.1875rem]/7 text-balance text-ink-2 wrap-anywhere">
          {session.title}, with {withText(me, session)}
        </p>
      </div>
      <section
        aria-label="Time in the call"
        className="w-full rounded-panel border border-line-2 bg-surface p-5 text-left"
      >
        <Lanes {...{ me, session }} answer={presence} />
      </section>
      <Figures answer={presence} />
      <Acts {...{ me, session }} mayRejoin={presence.data?.abilities.join ?? session.abilities.join} />
    </div>
  )
}

/** The other people of the session, from the reader's view. */
const withText = (me: OwnProfile, session: Session): string =>
  session.participants.some(({ id }) => id === me.id)
    ? session.coach.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()).join(', ')
    : otherSideText(session)

interface Answer {
  data: CallPresence | undefined
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

function Lanes({ me, session, answer }: { me: OwnProfile; session: Session; answer: Answer }) {
  if (answer.data) return <PresenceLanes {...{ me, session }} presence={answer.data} />
  if (answer.isPending) return <Skeleton className="h-20 w-full" />
  return (
    <div className="flex items-center justify-between gap-3 text-ink-2">
      Couldn't load who was in the call.
      <Button size="small" isPending={answer.isFetching} onPress={() => void answer.refetch()}>
        Try again
      </Button>
    </div>
  )
}

/** If nobody was in the call there is nothing to count. */
function Figures({ answer: { data, isPending } }: { answer: Answer }) {
  if (isPending) return <CallFiguresSkeleton />
  return data?.people.some(({ inRoom }) => inRoom.length > 0) && <CallFigures presence={data} />
}

interface ActsProps {
  me: OwnProfile
  session: Session
  mayRejoin: boolean
}

const isOfCall = (me: OwnProfile, { coach_id, participants }: Session): boolean =>
  coach_id === me.id || participants.some(({ id }) => id === me.id)

/** Participants of an Org session don't say how it went, even if their other abilities would allow it. */
const maySayHow = (me: OwnProfile, { abilities, participants }: Session): boolean =>
  (abilities.complete || abilities.settle) && !participants.some(({ id }) => id === me.id)

function Acts({ me, session, mayRejoin }: ActsProps) {
  const { complete } = useSessionChanges()
  const [isPending, setIsPending] = useState(false)
  const [isReporting, setIsReporting] = useState(false)
  const navigate = useNavigate()
  const markComplete = async () => {
    setIsPending(true)
    // Go to the dashboard either way: a toast reports the result.
    await complete(session)
    await navigate({ to: '/dashboard' })
  }
  return (
    <div className="flex flex-col items-center gap-5">
      {session.status !== 'Scheduled' && <StatusBadge status={session.status} />}
      <div className="flex flex-wrap justify-center gap-2.5 max-sm:w-full max-sm:flex-col max-sm:*:w-full">
        {(isPending || maySayHow(me, session)) && (
          <Button
            look="primary"
            size="large"
            icon={<Check strokeWidth={1.75} />}
            isPending={isPending}
            onPress={() => void markComplete()}
          >
            Mark Session Complete
          </Button>
        )}
        <ButtonLink to="/dashboard" size="large">
          Return to Dashboard
        </ButtonLink>
        {mayRejoin && (
          <ButtonLink
            to="/session/$sessionId/join"
            params={{ sessionId: session.id }}
            size="large"
            look="quiet"
          >
            <Video strokeWidth={1.75} />
            Rejoin
          </ButtonLink>
        )}
      </div>
      {isOfCall(me, session) && (
        <>
          <PlainButton
            onPress={() => setIsReporting(true)}
            className={`${linkStyles({ look: 'text' })} min-h-11 px-2`}
          >
            Report technical issues
          </PlainButton>
          <ReportDialog
            sessionId={isReporting ? session.id : undefined}
            onClose={() => setIsReporting(false)}
          />
        </>
      )}
    </div>
  )
}
