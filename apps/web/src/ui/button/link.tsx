import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { tv, type VariantProps } from 'tailwind-variants/lite'
import { buttonStyles } from './button-styles.ts'

// Plain anchors: React Aria's Link and the router's both want the click, and with Enter the browser got it instead.

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

/** The same, where a button would stand. */
export const ButtonLink = createLink(ButtonLookLink)

/** A link whose look its place decides, such as an entry of the sidebar. */
export { Link as PlainLink } from '@tanstack/react-router'
