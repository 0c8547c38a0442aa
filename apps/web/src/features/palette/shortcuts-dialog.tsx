import { X } from 'lucide-react'
import { Heading } from 'react-aria-components/Heading'
import { switchSingleKeys, useSingleKeys } from '#platform/single-keys.ts'
import { Button } from '#ui/button/button.tsx'
import { KeyCap } from '#ui/display/key-cap.tsx'
import { Modal } from '#ui/overlay/modal.tsx'
import { Switch } from '#ui/choice/switch.tsx'
import { modifierKey } from './modifier-key.ts'

const groups = () => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [modifierKey(), 'K'], text: 'Search or jump to' },
      { keys: ['?'], text: 'Show this list' },
      { keys: ['Esc'], text: 'Close what lies over the page' },
    ],
  },
  {
    title: 'In a list',
    shortcuts: [
      { keys: ['↑', '↓'], text: 'Go from row to row' },
      { keys: ['Home', 'End'], text: 'To the first or the last row' },
      { keys: ['Enter'], text: 'Open the row' },
      { keys: ['Shift', 'F10'], text: "The row's menu" },
    ],
  },
]

interface ShortcutsDialogProps {
  isOpen: boolean
  onClose: () => void
}

export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const areSingleKeysOn = useSingleKeys()
  return (
    <Modal place="center" isOpen={isOpen} onOpenChange={(isWanted) => !isWanted && onClose()}>
      <div className="mb-3 flex items-center justify-between">
        <Heading slot="title" level={2} className="text-[1.25rem]/7 font-semibold">
          Keyboard shortcuts
        </Heading>
        <Button look="quiet" size="icon" aria-label="Close" onPress={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {groups().map(({ title, shortcuts }) => (
        <section key={title} className="mb-4">
          <h3 className="mb-1 text-small font-semibold text-ink-3">{title}</h3>
          <dl className="divide-y divide-line">
            {shortcuts.map(({ keys, text }) => (
              <div key={text} className="flex items-center justify-between gap-4 py-2">
                <dt>{text}</dt>
                <dd className="flex gap-1.5">
                  {keys.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        isSelected={areSingleKeysOn}
        onChange={switchSingleKeys}
        hint="Keys that act alone, such as ?. In fields they never do."
      >
        Single-key shortcuts
      </Switch>
    </Modal>
  )
}
