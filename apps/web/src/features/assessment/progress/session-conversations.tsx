import '@fontsource-variable/literata/index.css'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Progress } from '@parley/contract/assessment/progress.ts'
import { countsText, shareOf, shareText } from '@parley/contract/rules/assessment/progress.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useId } from 'react'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Ellipsis } from '#ui/display/ellipsis.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { useProgress } from './progress-queries.ts'
import { conversationsUpTo, latestWords, shortDay, upTo, type ConversationFigure } from './progress-words.ts'

interface SessionConversationsProps {
  me: OwnProfile
  session: Session
}

/**
 * The four conversations of a session's client as they stood with this session, and the latest words about them. For people
 * who may assess.
 */
export function SessionConversations({ me, session }: SessionConversationsProps) {
  const id = useId()
  const answer = useProgress(session.user_id)
  // The client is no longer in the viewer's scope, or the right was withdrawn.
  if (answer.error instanceof ApiProblem && answer.error.status < 500 && answer.error.status > 0) return null
  return (
    <section aria-labelledby={id} className="@container">
      <h2 id={id} className="border-b border-line-2 pb-2 text-large font-semibold">
        The four conversations
      </h2>
      {answer.data && <Figures {...{ me, session }} progress={upTo(answer.data, session)} />}
      {answer.isPending && (
        <div aria-busy="true" className={grid}>
          <span className="sr-only">Loading</span>
          {[0, 1, 2, 3].map((each) => (
            <Skeleton key={each} className="h-14" />
          ))}
        </div>
      )}
      {answer.isLoadingError && (
        <LoadNote
          what="The four conversations"
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )}
    </section>
  )
}

const grid = 'mt-4 grid grid-cols-1 gap-x-6 gap-y-4 @md:grid-cols-2 @3xl:grid-cols-4'

function Figures({ me, session, progress }: SessionConversationsProps & { progress: Progress }) {
  const zone = zoneOf(me)
  const figures = conversationsUpTo(progress)
  const words = latestWords(progress)
  if (progress.sessions.length === 0)
    return (
      <p className="py-3 text-ink-2">
        {progress.hasMore ? 'The figures cover newer sessions only.' : 'Nothing scored yet.'}
      </p>
    )
  return (
    <>
      <ol className={grid}>
        {figures.map((figure, i) => (
          <li key={figure.name} className="flex min-w-0 flex-col gap-1.5">
            <Conversation number={i + 1} {...{ zone, figure }} isHere={figure.session?.id === session.id} />
          </li>
        ))}
      </ol>
      {words && (
        <figure className="mt-6 border-l-3 border-line-2 pl-5">
          <blockquote
            dir="auto"
            className="line-clamp-6 font-voice text-voice leading-(--lead-voice) whitespace-pre-wrap wrap-anywhere"
          >
            {`“${words.text.trim()}”`}
          </blockquote>
          <figcaption className="mt-2 text-label text-ink-2 wrap-anywhere">
            {`${words.by}, overall on ${words.conversation}, ${shortDay(zone, words.at)}`}
          </figcaption>
        </figure>
      )}
    </>
  )
}

interface ConversationProps {
  zone: string
  number: number
  figure: ConversationFigure
  /** Whether this session scored it. */
  isHere: boolean
}

const Conversation = ({ zone, number, figure: { name, counts, session }, isHere }: ConversationProps) => (
  <>
    <p className="flex min-w-0 items-baseline gap-2">
      <span className={`font-figures font-semibold ${isHere ? 'text-accent-ink' : ''}`}>{number}</span>
      <span className={`min-w-0 flex-1 ${isHere ? 'font-medium text-accent-ink' : ''}`}>
        <Ellipsis>{name}</Ellipsis>
      </span>
      {counts && <span className="font-figures font-semibold">{shareText(counts)}</span>}
    </p>
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-round bg-sunken">
      {counts && (
        <span
          style={{ width: `${shareOf(counts) ?? 0}%` }}
          className="block h-full rounded-round bg-accent forced-color-adjust-none"
        />
      )}
    </span>
    <p className="font-figures text-small text-ink-2">
      {counts && session
        ? `${countsText(counts)}, ${isHere ? 'this session' : shortDay(zone, session.start_time)}`
        : 'not scored'}
    </p>
  </>
)
