import { Button } from '#ui/button/button.tsx'

interface SaveBarProps {
  /** How many fields differ from their saved values. Without any the bar is hidden. */
  changes: number
  isSaving: boolean
  onDiscard: () => void
  onSave: () => void
}

/** A bar at the bottom of a long form on a page, shown while there is something to save. */
export function SaveBar({ changes, isSaving, onDiscard, onSave }: SaveBarProps) {
  return (
    <div aria-live="polite" className="contents">
      {changes > 0 && (
        <div
          data-foot=""
          className="sticky bottom-0 z-(--z-sticky) -mx-4 mt-auto -mb-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:-mx-8 lg:px-8"
        >
          <p className="flex flex-1 items-center gap-2 text-label text-ink-2">
            <span aria-hidden="true" className="size-1.5 rounded-round bg-yellow forced-color-adjust-none" />
            {changes} unsaved {changes === 1 ? 'change' : 'changes'}
          </p>
          <Button look="quiet" isDisabled={isSaving} onPress={onDiscard}>
            Discard
          </Button>
          <Button look="primary" isPending={isSaving} onPress={onSave}>
            Save
          </Button>
        </div>
      )}
    </div>
  )
}
