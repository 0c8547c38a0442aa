import {
  copyClientLink,
  revokeClientLink,
  sessionDetails,
  type SessionDetails,
} from '@parley/contract/sessions/session-details.ts'
import { sessionHistory, type Session } from '@parley/contract/sessions/sessions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Unlink } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { queryOf } from '#platform/server/queries.ts'
import { Button } from '#ui/button/button.tsx'
import { copyText } from '#ui/button/copy-button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { clientOf } from '#features/sessions/words/session-words.ts'
import { momentWithin } from './moment-text.ts'

interface ClientLinkProps {
  zone: string
  session: Session
  now: number
  link: NonNullable<SessionDetails['link']>
}

/** Shows whether the client has their link, and the actions on it. The link itself is never on the screen. */
export function ClientLink({ zone, session, now, link: { sentAt, abilities } }: ClientLinkProps) {
  const [isAsked, setIsAsked] = useState(false)
  const name = clientOf(session)?.first_name ?? 'the client'
  const { copy, revoke } = useLinkActs(session.id, name, () => setIsAsked(false))
  return (
    <>
      <span className="flex items-center gap-2 font-figures">
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-round forced-color-adjust-none ${sentAt === null ? 'bg-gray' : 'bg-green'}`}
        />
        {sentAt === null ? 'Not emailed yet' : `Emailed ${momentWithin(zone, Date.parse(sentAt), now)}`}
      </span>
      <span className="flex flex-wrap gap-2">
        {abilities.copy && (
          <Button
            size="small"
            icon={<Copy strokeWidth={1.75} />}
            isPending={copy.isPending}
            onPress={() => copy.mutate()}
          >
            Copy link
          </Button>
        )}
        <Button
          size="small"
          look="quiet"
          icon={<Unlink strokeWidth={1.75} />}
          onPress={() => setIsAsked(true)}
        >
          Revoke
        </Button>
      </span>
      <ConfirmDialog
        title="Revoke the client's link?"
        act="Revoke"
        isOpen={isAsked}
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setIsAsked(false)}
      >
        It stops working at once. {name} gets an email with a new one.
      </ConfirmDialog>
    </>
  )
}

function useLinkActs(id: string, name: string, onRevoked: () => void) {
  const client = useQueryClient()
  const params = { id }
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries(queryOf(sessionDetails, { params })),
      client.invalidateQueries(queryOf(sessionHistory, { params })),
    ])
  const about = `link ${id}`
  const copy = useMutation({
    mutationFn: async () => {
      const url = request(copyClientLink, { params }).then((answer) => answer.url)
      // Start both inside the click handler. The server's refusal arrives first and says more than the clipboard's error.
      await Promise.all([url, copyText(url)])
    },
    onSuccess: () =>
      toast.success('Link copied', `It's ${name}'s personal link to the call: give it to nobody else.`, {
        about,
      }),
    onError: (error) =>
      toast.error(
        "Couldn't copy the link",
        error instanceof ApiProblem ? error.message : "Your browser didn't allow it.",
        { about },
      ),
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: () => request(revokeClientLink, { params }),
    onSuccess: () => {
      toast.success('Link revoked', `${name} gets an email with a new one.`, { about })
      onRevoked()
    },
    onError: (error) => toast.error("Couldn't revoke the link", messageOf(error), { about }),
    onSettled,
  })
  return { copy, revoke }
}
