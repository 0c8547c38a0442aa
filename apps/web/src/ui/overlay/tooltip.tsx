import type { ComponentProps } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

export const tooltipStyles =
  'max-w-72 rounded-control bg-ink px-2 py-1 text-small text-surface transition duration-(--base) entering:opacity-0 exiting:opacity-0 forced-colors:border'

interface TooltipProps {
  text: string
  /** On the left where people read what is above: a list. */
  placement?: 'top' | 'left'
  /** One element that can take the focus. */
  children: ComponentProps<typeof Focusable>['children']
}

/** Names the one control inside it on hover and focus; the control still needs its own label. */
export function Tooltip({ text, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500}>
      {/* It listens to keys only to close: the page's shortcuts must work on its control too. */}
      <Focusable onKeyDown={(event) => event.continuePropagation()}>{children}</Focusable>
      <AriaTooltip offset={6} placement={placement} className={tooltipStyles}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
