import { CatchBoundary } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { createElement, Suspense, use, type ComponentType } from 'react'
import { createPart, forgetFailedParts } from '#base/load-part.ts'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'

interface FailureProps {
  onRetry: () => void
}

/** A part of a page in its own file. A failure inside it stays there, and the page around it keeps working. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Failure: ComponentType<P & FailureProps>,
): ComponentType<P> {
  const begin = createPart(load)
  const Part = (props: P) => createElement(use(begin()), props)
  return function LazyPart(props: P) {
    return (
      <CatchBoundary
        getResetKey={() => ''}
        errorComponent={({ reset }) => {
          const retry = () => {
            forgetFailedParts()
            reset()
          }
          return <Failure {...props} onRetry={retry} />
        }}
      >
        <Suspense>
          <Part {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

interface OverlayProps {
  isOpen: boolean
  onClose: () => void
}

/** Replaces an overlay that failed, such as a form. */
export const OverlayFailure = ({ isOpen, onClose, onRetry }: OverlayProps & FailureProps) => (
  <Modal
    place="center"
    role="alertdialog"
    isOpen={isOpen}
    onOpenChange={(isWanted) => !isWanted && onClose()}
  >
    <DialogTitle>Something went wrong</DialogTitle>
    <p className="mt-2 mb-6 text-ink-2">This part of Parley couldn't be loaded.</p>
    <div className="mt-auto flex flex-wrap justify-end gap-2">
      <Button look="quiet" onPress={onClose}>
        Never mind
      </Button>
      <Button look="primary" icon={<RotateCw />} onPress={onRetry}>
        Try again
      </Button>
    </div>
  </Modal>
)

/** Replaces a part of the page that failed. */
export const InlineFailure = ({ onRetry }: FailureProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-2 px-4.5 py-3 text-label text-ink-2">
    <span>This part couldn't be loaded.</span>
    <Button size="small" icon={<RotateCw />} onPress={onRetry}>
      Try again
    </Button>
  </div>
)
