import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { DropZone, type DropZoneProps } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '#ui/button/button.tsx'

interface FileDropProps {
  /** Its name for screen readers. */
  label: string
  /** File extensions and MIME types that the file dialog offers. */
  accepted: string[]
  isPending: boolean
  onFile: (file: File) => void
  children: ReactNode
}

type Dropped = Parameters<NonNullable<DropZoneProps['onDrop']>>[0]

/** A drop zone for a file, with a button that opens the file dialog. */
export function FileDrop({ label, accepted, isPending, onFile, children }: FileDropProps) {
  const drop = async ({ items }: Dropped) => {
    const file = items.find((item) => item.kind === 'file')
    if (file) onFile(await file.getFile())
  }
  return (
    <DropZone
      aria-label={label}
      isDisabled={isPending}
      getDropOperation={(types) => (types.has('text/plain') ? 'cancel' : 'copy')}
      onDrop={(event) => void drop(event)}
      className={[
        'flex flex-col items-center gap-4 rounded-panel border border-dashed border-line-2 px-6 py-12 text-center transition-colors duration-(--fast)',
        'drop-target:border-accent drop-target:bg-accent-soft focus-visible:outline-2',
      ].join(' ')}
    >
      <FileUp className="size-8 text-ink-3" strokeWidth={1.5} />
      <div>{children}</div>
      <FileTrigger
        acceptedFileTypes={accepted}
        onSelect={(files) => {
          const file = files?.item(0)
          if (file) onFile(file)
        }}
      >
        <Button look="primary" size="large" isPending={isPending}>
          Choose a file
        </Button>
      </FileTrigger>
    </DropZone>
  )
}
