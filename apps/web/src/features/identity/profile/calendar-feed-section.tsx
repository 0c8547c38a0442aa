import type { OwnProfile } from '@parley/contract/identity.ts'
import { calendarFeedState, endCalendarFeed, makeCalendarFeed } from '@parley/contract/sessions/sessions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { useNow } from '#platform/time/clock.ts'
import { agoText, dayText } from '#platform/time/dates.ts'
import { queryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { CopyButton } from '#ui/button/copy-button.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { toast } from '#ui/overlay/toast.ts'

const feedQuery = queryOf(calendarFeedState, {})

/** The private address from which the person's calendar reads their sessions. It is shown once, when it is made. */
export function CalendarFeedSection({ me }: { me: OwnProfile }) {
  const answer = useQuery(feedQuery)
  const [question, setQuestion] = useState<'replace' | 'revoke'>()
  const close = () => setQuestion(undefined)
  const { make, end, url } = useFeed(close)
  const isOn = answer.data ? answer.data.since !== null : undefined
  return (
    <SideSection title="Calendar feed">
      {answer.isPending && <Skeleton className="h-20 w-full" />}
      {answer.isLoadingError && (
        <div className="flex items-center justify-between gap-3 text-label text-ink-2">
          The feed couldn't be loaded.
          <Button size="small" isPending={answer.isFetching} onPress={() => void answer.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {answer.data && <State me={me} {...answer.data} />}
      {url !== undefined && isOn && <Address url={url} />}
      {isOn === false && (
        <Button size="small" isPending={make.isPending} onPress={() => make.mutate()}>
          Create an address
        </Button>
      )}
      {isOn === true && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onPress={() => setQuestion('replace')}>
            Create a new address
          </Button>
          <Button size="small" look="quiet" onPress={() => setQuestion('revoke')}>
            <span className="text-red-ink">Revoke</span>
          </Button>
        </div>
      )}
      <ConfirmDialog
        title="Create a new address?"
        act="Create a new address"
        look="primary"
        isOpen={question === 'replace'}
        isPending={make.isPending}
        onConfirm={() => make.mutate()}
        onClose={close}
      >
        The old one stops working at once. Calendars that use it need the new one.
      </ConfirmDialog>
      <ConfirmDialog
        title="Revoke the calendar feed?"
        act="Revoke"
        isOpen={question === 'revoke'}
        isPending={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={close}
      >
        The address stops working at once, and calendars that use it stop updating.
      </ConfirmDialog>
    </SideSection>
  )
}

function State({
  me,
  since,
  lastReadAt,
}: {
  me: OwnProfile
  since: string | null
  lastReadAt: string | null
}) {
  const now = useNow()
  const zone = zoneOf(me)
  const isOn = since !== null
  return (
    <>
      <p className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className={`size-2 rounded-round forced-color-adjust-none ${isOn ? 'bg-green' : 'bg-gray'}`}
        />
        <span className="font-semibold">{isOn ? 'On' : 'Off'}</span>
        {since !== null && <span className="text-ink-3">since {dayText(zone, since)}</span>}
      </p>
      <p className="mt-1 mb-3 text-label text-ink-2">
        {isOn
          ? `${lastReadAt === null ? 'Not read yet.' : `Last read ${agoText(zone, lastReadAt, now)}.`} The private address was shown once, when it was created; a new one replaces it.`
          : 'A private address that lets your own calendar show your sessions. Titles and links are left out.'}
      </p>
    </>
  )
}

/** The address, visible this one time. */
const Address = ({ url }: { url: string }) => (
  <div className="mb-3 rounded-control border border-accent-line bg-accent-soft p-3">
    <p className="text-label font-medium text-accent-ink">Copy it now. It won't be shown again.</p>
    <p className="my-2 font-code text-small break-all select-all">{url}</p>
    <CopyButton text={url} />
  </div>
)

function useFeed(onDone: () => void) {
  const client = useQueryClient()
  const [url, setUrl] = useState<string>()
  const refetchFeed = async () => {
    await client.invalidateQueries(feedQuery)
    onDone()
  }
  const make = useMutation({
    mutationFn: () => request(makeCalendarFeed, {}),
    onSuccess: (made) => setUrl(made.url),
    onError: (error) => toast.error("Couldn't create the address", messageOf(error)),
    onSettled: refetchFeed,
  })
  const end = useMutation({
    mutationFn: () => request(endCalendarFeed, {}),
    onSuccess: () => {
      setUrl(undefined)
      toast.success('Calendar feed revoked')
    },
    onError: (error) => toast.error('The feed is still on', messageOf(error)),
    onSettled: refetchFeed,
  })
  return { make, end, url }
}
