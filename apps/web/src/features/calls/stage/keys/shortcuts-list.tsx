import { X } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { Switch } from '#ui/choice/switch.tsx'
import { KeyCap, switchSingleKeys, useSingleKeys } from '#ui/keys/shortcuts.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { callKeys, type CallKey } from './call-keys.ts'

interface ShortcutsListProps {
  isOpen: boolean
  /** Keys for things that are not in this call; they are not listed. */
  without: readonly CallKey[]
  onClose: () => void
}

/** Every key of the call, and the switch that turns them off. */
export function ShortcutsList({ isOpen, without, onClose }: ShortcutsListProps) {
  const areOn = useSingleKeys()
  const keys = callKeys.shortcuts.filter(({ id }) => id !== undefined && !without.includes(id))
  return (
    <Modal place="center" isOpen={isOpen} onOpenChange={(isWanted) => !isWanted && onClose()}>
      <div className="mb-3 flex items-center justify-between">
        <DialogTitle>Keyboard shortcuts</DialogTitle>
        <Button look="quiet" size="icon" aria-label="Close" onPress={onClose}>
          <X />
        </Button>
      </div>
      <Switch isSelected={areOn} onChange={switchSingleKeys} hint="They don't work while you type.">
        Use keys in the call
      </Switch>
      <dl className="mt-3 divide-y divide-line">
        {keys.map(({ keys: [key = ''], text }) => (
          <Row key={text} keys={key === 'F' ? ['Shift', 'F'] : [key.toUpperCase()]} text={text} />
        ))}
        <Row keys={['Space']} text="Hold to talk while muted" />
        <Row keys={['Esc']} text="Close what is open" />
        {!without.includes('application') && <Row keys={['Esc', 'Esc']} text="Leave Parley" />}
      </dl>
    </Modal>
  )
}

const Row = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <div className="flex items-center justify-between gap-4 py-2">
    <dt>{text}</dt>
    <dd className="flex gap-1.5">
      {keys.map((key) => (
        <KeyCap key={key}>{key}</KeyCap>
      ))}
    </dd>
  </div>
)
