import type { Progress } from '@parley/contract/assessment/progress.ts'
import { Download, Printer, Send } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#ui/display/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { useReportFile, useSendReport } from './progress-queries.ts'
import { sentText, spanText } from './progress-words.ts'

interface ProgressHeadProps {
  progress: Progress
  zone: string
  now: number
}

/** The client's name, and the buttons that print, download and send the report. */
export function ProgressHead({ progress, zone, now }: ProgressHeadProps) {
  const { client, sessions } = progress
  const [first = '', ...rest] = client.name.split(' ')
  const person = { id: client.id, username: client.name, first_name: first, last_name: rest.at(-1) ?? '' }
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 items-center gap-3.5">
        <Avatar person={person} size={40} />
        <div className="min-w-0">
          <PageHeading title={`Progress of ${client.name}`}>{client.name}</PageHeading>
          <p className="text-ink-2 wrap-anywhere">{spanText(progress)}</p>
        </div>
      </div>
      {sessions.length > 0 && <Ways {...{ progress, zone, now }} />}
    </header>
  )
}

function Ways({ progress, zone, now }: ProgressHeadProps) {
  const { client, sessions } = progress
  const [isAsked, setAsked] = useState(false)
  const file = useReportFile(progress)
  const sending = useSendReport(progress, () => setAsked(false))
  const last = sessions
    .flatMap(({ report_at }) => report_at ?? [])
    .toSorted()
    .at(-1)
  return (
    <div className="flex flex-col gap-1.5 max-sm:w-full sm:items-end">
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button icon={<Printer strokeWidth={1.75} />} onPress={() => window.print()}>
          Print
        </Button>
        <Button
          icon={<Download strokeWidth={1.75} />}
          isPending={file.isPending}
          onPress={() => file.mutate()}
        >
          Download PDF
        </Button>
        <Button
          look="primary"
          icon={<Send strokeWidth={1.75} />}
          isDisabled={client.isDeleted}
          onPress={() => setAsked(true)}
        >
          Send report
        </Button>
      </div>
      <p className="text-label text-ink-3" aria-live="polite">
        {client.isDeleted
          ? 'This person was deleted and gets no email.'
          : last !== undefined && `Sent ${sentText(zone, last, now)}`}
      </p>
      <ConfirmDialog
        title={`Send the report to ${client.name}?`}
        act="Send report"
        look="primary"
        isOpen={isAsked}
        isPending={sending.isPending}
        onConfirm={() => sending.mutate()}
        onClose={() => setAsked(false)}
      >
        {`A PDF with these figures and your overall comments goes to ${client.email}. Your notes stay with you.`}
      </ConfirmDialog>
    </div>
  )
}
