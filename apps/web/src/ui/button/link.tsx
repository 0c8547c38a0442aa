import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { tv, type VariantProps } from 'tailwind-variants/lite'
import { buttonStyles } from './button-styles.ts'

// Plain anchors: React Aria's Link and the router's both handle the click, and on Enter the browser navigated instead.

export const linkStyles = tv({
  base: 'cursor-pointer rounded-tag transition-colors duration-(--fast)',
  variants: {
    look: {
      text: 'text-accent-ink hover:underline hover:underline-offset-3',
      quiet: 'text-ink-3 hover:text-ink hover:underline hover:underline-offset-3',
    },
  },
  defaultVariants: { look: 'text' },
})

type Anchor = Omit<ComponentProps<'a'>, 'className' | 'style'>

function TextLink({ look, children, ...props }: Anchor & VariantProps<typeof linkStyles>) {
  return (
    <a {...props} className={linkStyles({ look })}>
      {children}
    </a>
  )
}

function ButtonLookLink({
  look,
  size,
  width,
  children,
  ...props
}: Anchor & VariantProps<typeof buttonStyles>) {
  return (
    <a {...props} className={buttonStyles({ look, size, width })}>
      {children}
    </a>
  )
}

/** A link to one of our own pages. */
export const Link = createLink(TextLink)

/** The same, in the look of a button. */
export const ButtonLink = createLink(ButtonLookLink)

/** A link without a look of its own, for places that style it, such as an entry of the sidebar. */
export { Link as PlainLink } from '@tanstack/react-router'
