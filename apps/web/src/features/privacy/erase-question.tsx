import type { Person } from '@parley/contract/people.ts'
import { erasePerson, previewErasure, type Erasure } from '@parley/contract/privacy.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { dayText } from '#platform/time/dates.ts'
import { Button } from '#ui/button/button.tsx'
import { countText } from '#ui/display/amount-text.ts'
import { Note } from '#ui/display/note.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { Skeleton } from '#ui/display/loading.tsx'

interface EraseQuestionProps {
  /** Undefined while the dialog is closed. */
  person: Person | undefined
  zone: string
  onErased: () => void
  onClose: () => void
}

/** Lists what erasing a person removes and what stays. The viewer types the username, because erasing can't be undone. */
export function EraseQuestion({ person, ...props }: EraseQuestionProps) {
  const { value, isOpen, key } = useOpening(person)
  return (
    <Modal place="center" isOpen={isOpen} onOpenChange={(isWanted) => !isWanted && props.onClose()}>
      {value && <Question key={key} person={value} {...props} />}
    </Modal>
  )
}

/** How often to check whether the call is over. */
const lookMs = 2000

function Question({ person, zone, onErased, onClose }: EraseQuestionProps & { person: Person }) {
  const given = { params: { id: person.id } }
  const preview = useQuery({
    ...queryOf(previewErasure, given),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isInCall ? lookMs : false),
  })
  const [typed, setTyped] = useState('')
  const erase = useMutation({
    mutationFn: () => request(erasePerson, { ...given, body: {} }),
    onSuccess: () => {
      toast.success('Erasing', `Nothing about ${nameOf(person)} will be left in a moment.`)
      onErased()
      onClose()
    },
  })
  const isTyped = typed.trim() === person.username
  return (
    <form
      noValidate
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped && !erase.isPending) erase.mutate()
      }}
    >
      <DialogTitle>Erase {nameOf(person)}?</DialogTitle>
      <p className="mt-2 text-ink-2">
        Everything that names them is erased, now and for good. Nobody can bring it back.
      </p>
      {preview.isPending && <Skeleton className="my-4 h-32 w-full" />}
      {preview.error && (
        <div className="mt-4">
          <Note kind="error">{messageOf(preview.error)}</Note>
        </div>
      )}
      {preview.data && <GoesAndStays erasure={preview.data} zone={zone} />}
      <div className="mt-5">
        <TextField
          label={`Type the username ${person.username} to confirm`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          isDisabled={erase.isPending}
        />
      </div>
      {erase.error && (
        <div className="mt-4">
          <Note kind="error">{messageOf(erase.error)}</Note>
        </div>
      )}
      <div className="mt-6 flex flex-1 flex-wrap items-end justify-end gap-2 max-sm:*:flex-1">
        <Button onPress={onClose} isDisabled={erase.isPending}>
          Never mind
        </Button>
        <Button
          type="submit"
          look="destructive"
          isPending={erase.isPending}
          isDisabled={
            !isTyped || preview.data === undefined || preview.data.isInCall || preview.data.heldUntil !== null
          }
        >
          Erase for good
        </Button>
      </div>
    </form>
  )
}

function GoesAndStays({
  erasure: { goes, stays, isInCall, heldUntil },
  zone,
}: {
  erasure: Erasure
  zone: string
}) {
  const gone = [
    'Name, username, email address and time zone',
    ...(goes.messages > 0 ? [`${countText(goes.messages, 'message')} in chats`] : []),
    ...(goes.files > 0 ? [countText(goes.files, 'file')] : []),
    ...(goes.answers > 0 ? [`${countText(goes.answers, 'answer')} of assessments, with their notes`] : []),
    ...(goes.moments > 0 ? [countText(goes.moments, 'noted moment')] : []),
    ...(goes.reports > 0 ? [countText(goes.reports, 'progress report')] : []),
    ...(goes.mails > 0 ? [`${countText(goes.mails, 'email')} in the log`] : []),
    'Titles of their sessions, and reasons for corrections',
  ]
  const kept = [
    ...(stays.sessions > 0
      ? [`${countText(stays.sessions, 'session')}: when and how long, because invoices depend on them`]
      : []),
    ...(stays.invoices > 0
      ? [`The name on ${countText(stays.invoices, 'invoice')}, as the law requires`]
      : []),
    'That something was done, in the log, under a number',
  ]
  return (
    <>
      {isInCall && (
        <div className="mt-4">
          <Note kind="warning">One of their calls is running. Please wait until it's over.</Note>
        </div>
      )}
      {heldUntil !== null && (
        <div className="mt-4">
          <Note kind="warning">
            They are under legal hold until {dayText(zone, Date.parse(heldUntil) - 1)}. Nobody can erase them
            before.
          </Note>
        </div>
      )}
      <List title="Erased" lines={gone} />
      <List title="Kept, without the name" lines={kept} />
    </>
  )
}

const List = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section className="mt-4">
    <h3 className="font-semibold">{title}</h3>
    <ul className="mt-1 list-disc pl-5 text-ink-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)
