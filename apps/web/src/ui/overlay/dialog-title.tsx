import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'

interface DialogTitleProps {
  size?: 'modal' | 'popover'
  children: ReactNode
}

/** Names the modal or popover that it is in. */
export const DialogTitle = ({ size = 'modal', children }: DialogTitleProps) => (
  <Heading
    slot="title"
    level={2}
    className={`min-w-0 font-semibold wrap-anywhere ${size === 'modal' ? 'text-[1.25rem]/7' : ''}`}
  >
    {children}
  </Heading>
)
