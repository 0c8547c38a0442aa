import '@fontsource-variable/literata/index.css'
import { acceptedEndings } from '@parley/contract/rules/calls/chat-files.ts'
import { chatTextMax, isBlank } from '@parley/contract/rules/calls/chat.ts'
import { ArrowUp, Paperclip } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { PlainButton } from '#ui/button/button.tsx'
import { KeyCap } from '#ui/keys/shortcuts.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

interface ComposeBoxProps {
  canSendFiles: boolean
  /** Held outside, because it survives closing the panel. */
  text: string
  onText: (text: string) => void
  onSend: (text: string) => void
  onFiles: (files: readonly File[]) => void
}

/** The compose box. Enter sends, Shift+Enter starts a new line; Enter during IME composition belongs to the composition. */
export function ComposeBox({ canSendFiles, text, onText, onSend, onFiles }: ComposeBoxProps) {
  const isNothing = isBlank(text)
  const send = () => {
    if (isNothing) return
    onSend(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="border-t border-line px-3.5 py-3">
      <div className="flex items-end gap-1 rounded-control border border-control-line bg-sunken p-1 focus-within:outline-2 focus-within:outline-focus">
        {canSendFiles && (
          <FileTrigger
            allowsMultiple
            acceptedFileTypes={acceptedEndings.split(',')}
            onSelect={(files) => onFiles([...(files ?? [])])}
          >
            <PlainButton aria-label="Send a file" className={squareStyles}>
              <Paperclip className="size-4.5" strokeWidth={1.6} />
            </PlainButton>
          </FileTrigger>
        )}
        <textarea
          aria-label="Write to everyone in the call"
          placeholder="Write to everyone in the call"
          value={text}
          maxLength={chatTextMax}
          rows={1}
          dir="auto"
          onChange={({ target }) => onText(target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-9 flex-1 resize-none bg-transparent px-2 py-1.5 font-voice text-large text-ink outline-none placeholder:font-sans placeholder:text-body placeholder:text-ink-3"
        />
        <Tooltip text="Send">
          <PlainButton
            aria-label="Send"
            isDisabled={isNothing}
            onPress={send}
            className={`${squareStyles} bg-accent text-on-accent! hover:bg-accent-hover disabled:cursor-default disabled:bg-gray-soft disabled:text-ink-3!`}
          >
            <ArrowUp className="size-4.5" strokeWidth={1.75} />
          </PlainButton>
        </Tooltip>
      </div>
      <p className="mt-1.5 flex items-center gap-1.5 text-small text-ink-3 pointer-coarse:hidden">
        <KeyCap>Enter</KeyCap> sends
        <span className="ml-2.5 flex gap-1">
          <KeyCap>Shift</KeyCap>
          <KeyCap>Enter</KeyCap>
        </span>
        new line
      </p>
    </div>
  )
}

const squareStyles =
  'flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-2 hover:bg-hover pointer-coarse:size-11'
