import type { Person } from '@parley/contract/people.ts'
import { askForCopy, copyAddress, latestCopy, type PersonCopy } from '@parley/contract/privacy.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { instantText } from '#platform/time/dates.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { sizeText } from '#ui/display/amount-text.ts'
import { Spinner, Skeleton } from '#ui/display/loading.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { useOpening } from '#ui/overlay/use-opening.ts'

interface CopyDialogProps {
  /** Undefined while the dialog is closed. */
  person: Person | undefined
  zone: string
  onClose: () => void
}

/** A copy of all data about a person: requested here, made by the server, fetched once. */
export function CopyDialog({ person, ...props }: CopyDialogProps) {
  const { value, isOpen, key } = useOpening(person)
  return (
    <Modal place="question" isOpen={isOpen} onOpenChange={(isWanted) => !isWanted && props.onClose()}>
      {value && <Copy key={key} person={value} {...props} />}
    </Modal>
  )
}

const lookMs = 2000

function Copy({ person, zone, onClose }: CopyDialogProps & { person: Person }) {
  const cache = useQueryClient()
  const query = queryOf(latestCopy, { params: { id: person.id } })
  const copy = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? lookMs : false),
  })
  const ask = useMutation({
    mutationFn: () => request(askForCopy, { params: { id: person.id } }),
    onSuccess: (made) => cache.setQueryData(query.queryKey, made),
  })
  const take = useMutation({
    mutationFn: async ({ id }: PersonCopy) => (await request(copyAddress, { params: { id } })).url,
    onSuccess: (url) => {
      const link = document.createElement('a')
      // Use our own origin, however the page is served: only then does the browser save the file without leaving the page.
      link.href = new URL(url).pathname
      link.download = 'data.zip'
      link.click()
      if (!made) return
      const fetched: PersonCopy = { ...made, state: 'fetched' }
      cache.setQueryData(query.queryKey, fetched)
    },
    // Somebody else fetched the copy, or it has expired.
    onError: () => copy.refetch(),
  })
  const made = copy.data?.state === 'made' ? copy.data : undefined
  const error = ask.error ?? take.error ?? copy.error
  return (
    <div className="flex flex-1 flex-col">
      <DialogTitle>Copy of {nameOf(person)}’s data</DialogTitle>
      <p className="mt-2 text-ink-2">
        Everything that Parley holds about them, in one ZIP: a page to read, the same for other programs, and
        the files. It includes what was written in their sessions, so the audit shows who makes and who
        downloads it.
      </p>
      <div className="mt-4">
        {copy.isPending ? (
          <Skeleton className="h-10 w-full" />
        ) : (
          <State copy={copy.data ?? null} zone={zone} />
        )}
      </div>
      {error && (
        <div className="mt-4">
          <Note kind="error">{messageOf(error)}</Note>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onPress={onClose}>Close</Button>
        {made ? (
          <Button look="primary" isPending={take.isPending} onPress={() => take.mutate(made)}>
            Download
          </Button>
        ) : (
          <Button
            look="primary"
            isPending={ask.isPending}
            isDisabled={copy.isPending || copy.data?.state === 'waiting'}
            onPress={() => ask.mutate()}
          >
            {copy.data ? 'Make another copy' : 'Make a copy'}
          </Button>
        )}
      </div>
    </div>
  )
}

function State({ copy, zone }: { copy: PersonCopy | null; zone: string }) {
  if (!copy) return null
  if (copy.state === 'waiting')
    return (
      <output className="flex items-center gap-2.5 text-ink-2">
        <Spinner /> Creating the copy. This can take a few minutes; you can close this.
      </output>
    )
  if (copy.state === 'made')
    return (
      <Note kind="success">
        Ready, {sizeText(copy.size ?? 0)}. It can be downloaded once, until {instantText(zone, copy.until)}.
      </Note>
    )
  return copy.state === 'fetched' ? (
    <Note kind="info">The last copy was downloaded. A copy can be downloaded once.</Note>
  ) : (
    <Note kind="error">The last copy couldn't be created. Please try again.</Note>
  )
}
