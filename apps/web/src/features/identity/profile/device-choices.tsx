import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme, type Theme } from '#platform/theme.ts'
import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { Switch } from '#ui/choice/switch.tsx'
import { switchSingleKeys, useSingleKeys } from '#ui/keys/shortcuts.tsx'
import { SideSection } from '#ui/page/side-section.tsx'

const looks: { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
]

/** Light or dark, on this device. */
export function LookChoice() {
  const theme = useTheme()
  return (
    <SideSection title="Theme">
      <SegmentedControl
        label="Theme"
        isLabelHidden
        segments={looks.map(({ value, label, Icon }) => ({
          value,
          label,
          icon: <Icon className="size-3.5" strokeWidth={1.75} />,
        }))}
        value={theme}
        onChange={chooseTheme}
      />
    </SideSection>
  )
}

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
