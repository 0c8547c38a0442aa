import { Button } from '#ui/button/button.tsx'

interface LoadNoteProps {
  /** The part that could not be loaded: 'The figures'. */
  what: string
  isRetrying: boolean
  onRetry: () => void
}

/** Replaces a part of a page that could not be loaded: an empty place would look as if there were no data. */
export const LoadNote = ({ what, isRetrying, onRetry }: LoadNoteProps) => (
  <div className="flex items-center justify-between gap-3 py-3 text-label text-ink-2">
    <span>{what} couldn't be loaded.</span>
    <Button size="small" isPending={isRetrying} onPress={onRetry}>
      Try again
    </Button>
  </div>
)
