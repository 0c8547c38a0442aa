import { switchSingleKeys, useSingleKeys } from '#ui/keys/shortcuts.ts'
import { Switch } from '#ui/choice/switch.tsx'
import { SideSection } from '#ui/page/side-section.tsx'

/** Switches single-key shortcuts on or off, on this device. */
export function KeyboardChoice() {
  return (
    <SideSection title="Keyboard">
      <Switch
        isSelected={useSingleKeys()}
        onChange={switchSingleKeys}
        hint="Shortcuts with a single key, such as ? for the list of shortcuts. They don't work while you type."
      >
        Single-key shortcuts
      </Switch>
    </SideSection>
  )
}
