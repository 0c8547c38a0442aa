import { endHold, holdReasonMax, listHolds, placeHold, type LegalHold } from '@parley/contract/privacy.ts'
import { dayIn, dayRange, daysLater } from '@parley/contract/rules/time/clock-times.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { useNow } from '#platform/time/clock.ts'
import { dayText } from '#platform/time/dates.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { DateField } from '#ui/field/date-field.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { Skeleton } from '#ui/display/loading.tsx'

/** The person or organization that a hold protects. */
export interface Held {
  kind: 'person' | 'organization'
  id: string
  name: string
}

type HoldSubject = { person: string } | { organization: string }

const subjectOf = ({ kind, id }: Pick<Held, 'kind' | 'id'>): HoldSubject =>
  kind === 'person' ? { person: id } : { organization: id }

interface HoldDialogProps {
  /** Undefined while the dialog is closed. */
  held: Held | undefined
  zone: string
  onClose: () => void
}

/** The legal holds that keep a person, or everybody of an organization, from being erased, and a form for a new one. */
export function HoldDialog({ held, ...props }: HoldDialogProps) {
  const { value, isOpen, key } = useOpening(held)
  return (
    <Modal place="center" isOpen={isOpen} onOpenChange={(isWanted) => !isWanted && props.onClose()}>
      {value && <Holds key={key} held={value} {...props} />}
    </Modal>
  )
}

export const holdsQuery = (of: HoldSubject) => queryOf(listHolds, { query: of })

function Holds({ held, zone, onClose }: HoldDialogProps & { held: Held }) {
  const of = subjectOf(held)
  const holds = useQuery({ ...holdsQuery(of), staleTime: 0 })
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <DialogTitle>Legal hold on {held.name}</DialogTitle>
      <p className="mt-2 text-ink-2">
        {held.kind === 'person' ? "They can't be" : 'Nobody in it can be'} erased before it ends, not on
        demand and not when the retention period is over.
      </p>
      {holds.isPending && <Skeleton className="mt-4 h-16 w-full" />}
      {holds.error && (
        <div className="mt-4">
          <Note kind="error">{messageOf(holds.error)}</Note>
        </div>
      )}
      {holds.data && holds.data.length > 0 && (
        <ul aria-label="Holds" className="mt-4 border-t border-line">
          {holds.data.map((hold) => (
            <HoldEntry
              key={hold.id}
              hold={hold}
              zone={zone}
              isOfPerson={held.kind === 'person'}
              onEnded={() => box.current?.focus()}
            />
          ))}
        </ul>
      )}
      <HoldForm of={of} zone={zone} onClose={onClose} />
    </div>
  )
}

interface HoldEntryProps {
  hold: LegalHold
  zone: string
  isOfPerson: boolean
  onEnded: () => void
}

function HoldEntry({ hold, zone, isOfPerson, onEnded }: HoldEntryProps) {
  const cache = useQueryClient()
  const id = useId()
  const [question, setQuestion] = useState<'closed' | 'open' | 'declined'>('closed')
  const end = useMutation({
    mutationFn: () => request(endHold, { params: { id: hold.id } }),
    onSuccess: onEnded,
    onSettled: () => cache.invalidateQueries({ queryKey: [listHolds.path] }),
  })
  const whose = isOfPerson && hold.isOfOrganization ? 'Of the whole organization. ' : ''
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-2.5">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-medium">
          Until {dayText(zone, Date.parse(hold.until) - 1)}
        </p>
        <p className="text-ink-2 wrap-anywhere">{hold.reason}</p>
        <p className="text-small text-ink-3">
          {whose}Placed by {hold.by} on {dayText(zone, hold.madeAt)}
        </p>
        {end.error && <Note kind="error">{messageOf(end.error)}</Note>}
      </div>
      {question === 'open' ? (
        <div className="w-full">
          <p className="text-label text-ink-2">
            Anyone whose retention period is over is erased the next night.
          </p>
          <div className="mt-2 flex justify-end gap-2">
            <Button size="small" isDisabled={end.isPending} onPress={() => setQuestion('declined')}>
              Keep
            </Button>
            <Button
              size="small"
              look="destructive"
              aria-describedby={id}
              autoFocus
              isPending={end.isPending}
              onPress={() => end.mutate()}
            >
              End hold
            </Button>
          </div>
        </div>
      ) : (
        <Button
          size="small"
          aria-describedby={id}
          autoFocus={question === 'declined'}
          onPress={() => setQuestion('open')}
        >
          End
        </Button>
      )}
    </li>
  )
}

/** The proposed length of a hold, and the longest. */
const [usualDays, longestDays] = [365, 3650]

function HoldForm({ of, zone, onClose }: { of: HoldSubject } & Pick<HoldDialogProps, 'zone' | 'onClose'>) {
  const cache = useQueryClient()
  const today = dayIn(useNow(), zone)
  const [reason, setReason] = useState('')
  const [day, setDay] = useState(() => daysLater(today, usualDays))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const place = useMutation({
    mutationFn: (until: string) => request(placeHold, { body: { of, reason: reason.trim(), until } }),
    onSuccess: () => {
      setReason('')
      setDay(daysLater(today, usualDays))
      setIsSubmitted(false)
      return cache.invalidateQueries({ queryKey: [listHolds.path] })
    },
  })
  const submit = () => {
    setIsSubmitted(true)
    if (reason.trim() === '' || place.isPending) return
    place.mutate(new Date(dayRange(day, zone)[1]).toISOString())
  }
  return (
    <form
      noValidate
      className="mt-5 flex flex-1 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextArea
        label="Reason"
        rows={2}
        value={reason}
        maxLength={holdReasonMax}
        isDisabled={place.isPending}
        onChange={setReason}
        error={isSubmitted && reason.trim() === '' ? 'Give a reason' : undefined}
      />
      <DateField
        label="Until the end of"
        value={day}
        text={dayText('UTC', day)}
        min={today}
        max={daysLater(today, longestDays)}
        isDisabled={place.isPending}
        onChange={setDay}
      />
      {place.error && <Note kind="error">{messageOf(place.error)}</Note>}
      <div className="flex flex-1 flex-wrap items-end justify-end gap-2 max-sm:*:flex-1">
        <Button onPress={onClose}>Close</Button>
        <Button type="submit" look="primary" isPending={place.isPending}>
          Place hold
        </Button>
      </div>
    </form>
  )
}
