import { X } from 'lucide-react'
import { pages } from '#platform/pages.ts'
import { Button } from '#ui/button/button.tsx'
import { Link } from '#ui/button/link.tsx'
import { KeyCap, modifierKey, useShortcutList } from '#ui/keys/shortcuts.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'

interface ShortcutsDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Lists every shortcut of the current page. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const scopes = useShortcutList()
  return (
    <Modal place="center" isOpen={isOpen} onOpenChange={(isWanted) => !isWanted && onClose()}>
      <div className="mb-3 flex items-center justify-between">
        <DialogTitle>Keyboard shortcuts</DialogTitle>
        <Button look="quiet" size="icon" aria-label="Close" onPress={onClose}>
          <X />
        </Button>
      </div>
      {scopes.map(({ title, shortcuts }) => (
        <section key={title} className="mb-4">
          <h3 className="mb-1 text-small font-semibold text-ink-3">{title}</h3>
          <dl className="divide-y divide-line">
            {shortcuts.map(({ keys, text }) => (
              <div key={text} className="flex items-center justify-between gap-4 py-2">
                <dt>{text}</dt>
                <dd className="flex gap-1.5">
                  {keys.map((key) => (
                    <KeyCap key={key}>{key === 'Mod' ? modifierKey() : key}</KeyCap>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="text-label text-ink-2">Single keys such as ? can be turned off.</p>
      <p className="mt-1 text-label">
        <Link to={pages.profile.path} onClick={onClose}>
          Change this in Profile
        </Link>
      </p>
    </Modal>
  )
}
