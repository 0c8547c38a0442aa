import {
  issueWords,
  issueKinds,
  reportCall,
  reportTextMax,
  type IssueKind,
} from '@parley/contract/calls/call-reports.ts'
import { useId, useState, type SubmitEvent } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/choice/checkbox.tsx'
import { Note } from '#ui/display/note.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { callStatistics } from '#features/calls/room/call-statistics.ts'

interface ReportDialogProps {
  /** The session whose call it was; undefined while nothing is reported. */
  sessionId: string | undefined
  /** The secret of the link by which a client reports. */
  guest?: string
  /** Over a call, which is dark in both themes. */
  isDark?: boolean
  onClose: () => void
}

/** A report of technical issues in a call, with this browser's record of it. */
export function ReportDialog({ sessionId, guest, isDark = false, onClose }: ReportDialogProps) {
  const { value, isOpen, key } = useOpening(sessionId)
  const report = useReport(guest, onClose)
  return (
    <Modal
      place="question"
      isDark={isDark}
      isOpen={isOpen}
      isHeld={report.isPending}
      onOpenChange={(isWanted) => !isWanted && onClose()}
    >
      {value !== undefined && <ReportForm key={key} sessionId={value} {...{ report, onClose }} />}
    </Modal>
  )
}

interface ReportFormProps {
  sessionId: string
  report: ReturnType<typeof useReport>
  onClose: () => void
}

function ReportForm({ sessionId, report, onClose }: ReportFormProps) {
  const [kinds, setKinds] = useState<readonly IssueKind[]>([])
  const [text, setText] = useState('')
  const [isJudged, setIsJudged] = useState(false)
  // One key per form: however often it is sent, it is one report.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const id = useId()
  const toggle = (kind: IssueKind, isOn: boolean) =>
    setKinds(issueKinds.filter((each) => (each === kind ? isOn : kinds.includes(each))))
  const isMissing = isJudged && kinds.length === 0
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsJudged(true)
    if (kinds.length === 0 || report.isPending) return
    void report.send({
      sessionId,
      body: { kinds: [...kinds], text, statistics: callStatistics(sessionId) },
      idempotencyKey,
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-4">
      <DialogTitle>Report technical issues</DialogTitle>
      <fieldset aria-describedby={isMissing ? id : undefined} className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium">What went wrong?</legend>
        <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
          {issueKinds.map((kind) => (
            <Checkbox key={kind} isSelected={kinds.includes(kind)} onChange={(isOn) => toggle(kind, isOn)}>
              {issueWords[kind]}
            </Checkbox>
          ))}
        </div>
        {isMissing && (
          <p id={id} role="alert" className="text-label text-red-ink">
            Choose what went wrong
          </p>
        )}
      </fieldset>
      <TextArea
        label="What happened?"
        isOptional
        rows={4}
        maxLength={reportTextMax}
        value={text}
        onChange={setText}
      />
      <p className="text-label text-ink-2">
        We also send who was in the call when, and how good your connection was. Nothing that was said, shown
        or written is sent.
      </p>
      {report.error !== undefined && <Note kind="error">{messageOf(report.error)}</Note>}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <Button look="quiet" isDisabled={report.isPending} onPress={onClose}>
          Never mind
        </Button>
        <Button type="submit" look="primary" isPending={report.isPending}>
          Send report
        </Button>
      </div>
    </form>
  )
}

interface Sending {
  sessionId: string
  body: Parameters<typeof request<typeof reportCall>>[1]['body']
  idempotencyKey: string
}

/** Sends the report. It uses no query cache, because a client's page has none. */
function useReport(guest: string | undefined, onDone: () => void) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const send = async ({ sessionId, body, idempotencyKey }: Sending) => {
    setIsPending(true)
    setError(undefined)
    try {
      await request(
        reportCall,
        { params: { id: sessionId }, body },
        { idempotencyKey, ...(guest !== undefined && { guest }) },
      )
      toast.success('Report sent', 'Thank you. It helps us make calls better.')
      onDone()
    } catch (refusal) {
      setError(refusal)
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, error, send }
}
