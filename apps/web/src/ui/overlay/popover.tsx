import type { ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import type { VariantProps } from 'tailwind-variants/lite'
import { popoverStyles } from './popover-styles.ts'

export { DialogTrigger as PopoverTrigger }

interface PopoverProps extends VariantProps<typeof popoverStyles> {
  /** Its name for screen readers. */
  label: string
  placement?: 'bottom start' | 'bottom end'
  children: ReactNode
}

/** A place to fill something in, which opens at its trigger. Esc and a press beside it close it and return the focus. */
export function Popover({ label, width = 'panel', placement = 'bottom start', children }: PopoverProps) {
  return (
    <AriaPopover placement={placement} offset={6} className={popoverStyles({ width })}>
      <Dialog aria-label={label} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </Dialog>
    </AriaPopover>
  )
}
