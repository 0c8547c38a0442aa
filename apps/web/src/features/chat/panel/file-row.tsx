import { familyByName, type FileFamily } from '@parley/contract/rules/calls/chat-files.ts'
import {
  Download,
  File as FileSign,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileText,
  RotateCw,
  X,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { sizeText } from '#ui/display/amount-text.ts'
import { PlainButton } from '#ui/button/button.tsx'
import { ProgressLine } from '#ui/display/progress-line.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import type { UnsentFile } from '#features/chat/model/chat-log.ts'
import { fileText, progressText, tooLargeText, uploadFailedText } from '#features/chat/model/chat-words.ts'

interface StoredFileProps {
  filename: string
  size: number
  onDownload: () => void
}

/** A stored file, which everybody in the chat can download. */
export const StoredFile = ({ filename, size, onDownload }: StoredFileProps) => (
  <Row filename={filename} facts={fileText(filename, size)}>
    <Act icon={Download} name={`Download ${filename}`} tip="Download" onPress={onDownload} />
  </Row>
)

interface SendingFileProps {
  file: UnsentFile
  onRetry: () => void
  onDrop: () => void
}

/** A file on its way, or one that failed: why, and what can be done. */
export function SendingFile({ file, onRetry, onDrop }: SendingFileProps) {
  const { filename, size, sent, secondsLeft, state } = file
  if (state === 'sending' || state === 'waiting')
    return (
      <Row
        filename={filename}
        facts={progressText(sent, size, secondsLeft)}
        foot={<ProgressLine label={`Sending ${filename}`} value={sent} max={Math.max(size, 1)} />}
      >
        <Act icon={X} name={`Cancel ${filename}`} tip="Cancel" onPress={onDrop} />
      </Row>
    )
  return (
    <Row
      filename={filename}
      facts={sizeText(size)}
      fault={state === 'too-large' ? tooLargeText : uploadFailedText}
    >
      {state === 'failed' && <Act icon={RotateCw} name={`Retry ${filename}`} tip="Retry" onPress={onRetry} />}
      <Act icon={X} name={`Remove ${filename}`} tip="Remove" onPress={onDrop} />
    </Row>
  )
}

const signs: Partial<Record<FileFamily, LucideIcon>> = {
  audio: FileHeadphone,
  image: FileImage,
  svg: FileImage,
  video: FilePlay,
  word: FileText,
  pdf: FileText,
  text: FileText,
}

interface RowProps {
  filename: string
  facts: string
  fault?: string
  foot?: ReactNode
  children: ReactNode
}

function Row({ filename, facts, fault, foot, children }: RowProps) {
  const Sign = signs[familyByName(filename) ?? 'key'] ?? FileSign
  return (
    <div
      className={`mt-1 flex flex-col gap-2 rounded-control border bg-raised p-2.5 ${fault === undefined ? 'border-line-2' : 'border-red-line'}`}
    >
      <div className="flex items-start gap-2.5">
        <span
          className={`flex size-9 shrink-0 items-center justify-center rounded-tag ${fault === undefined ? 'bg-accent-soft text-accent-ink' : 'bg-red-soft text-red-ink'}`}
        >
          <Sign className="size-4.5" strokeWidth={1.6} />
        </span>
        <div className="min-w-0 flex-1">
          <p dir="auto" className="font-medium wrap-anywhere text-ink">
            {filename}
          </p>
          <p className="font-figures text-small text-ink-3">{facts}</p>
          {fault !== undefined && <p className="mt-1 text-label text-red-ink">{fault}</p>}
        </div>
        <div className="flex shrink-0">{children}</div>
      </div>
      {foot}
    </div>
  )
}

interface ActProps {
  icon: LucideIcon
  name: string
  tip: string
  onPress: () => void
}

const Act = ({ icon: Icon, name, tip, onPress }: ActProps) => (
  <Tooltip text={tip}>
    <PlainButton
      aria-label={name}
      onPress={onPress}
      className="flex size-9 cursor-pointer items-center justify-center rounded-control text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11"
    >
      <Icon className="size-4" strokeWidth={1.6} />
    </PlainButton>
  </Tooltip>
)
