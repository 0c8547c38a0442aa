import type { ReactNode } from 'react'
import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components/Switch'
import { Text } from 'react-aria-components/Text'

interface SwitchProps extends Omit<SwitchFieldProps, 'children' | 'className' | 'style'> {
  children: ReactNode
  hint?: ReactNode
}

/** On or off. Takes effect at once, or with the form that it is in. */
export function Switch({ children, hint, ...props }: SwitchProps) {
  return (
    <SwitchField {...props} className="flex flex-col gap-1">
      <SwitchButton className="group flex min-h-6 cursor-pointer items-center gap-2.5 outline-none disabled:cursor-default disabled:text-ink-3 pointer-coarse:min-h-11">
        <span
          aria-hidden="true"
          className={[
            'flex h-4.5 w-8 shrink-0 items-center rounded-round bg-gray p-0.5 outline-offset-2 outline-focus transition-colors duration-(--base)',
            'group-focus-visible:outline-2 group-selected:bg-accent group-disabled:bg-line-2 forced-color-adjust-none forced-colors:border',
          ].join(' ')}
        >
          <span className="size-3.5 rounded-round bg-surface transition-transform duration-(--base) group-selected:translate-x-3.5" />
        </span>
        <span>{children}</span>
      </SwitchButton>
      {hint !== undefined && (
        <Text slot="description" className="pl-10.5 text-label text-ink-3">
          {hint}
        </Text>
      )}
    </SwitchField>
  )
}
