import { createLink } from '@tanstack/react-router'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import { tv, type VariantProps } from 'tailwind-variants/lite'
import { buttonStyles } from './button-styles.ts'

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

type Unstyled = Omit<AriaLinkProps, 'className' | 'style'>

function TextLink({ look, ...props }: Unstyled & VariantProps<typeof linkStyles>) {
  return <AriaLink {...props} className={linkStyles({ look })} />
}

function ButtonLookLink({ look, size, width, ...props }: Unstyled & VariantProps<typeof buttonStyles>) {
  return <AriaLink {...props} className={buttonStyles({ look, size, width })} />
}

/** A link to one of our own pages. */
export const Link = createLink(TextLink)

/** The same, where a button would stand. */
export const ButtonLink = createLink(ButtonLookLink)

/** A link whose look its place decides, such as an entry of the sidebar. */
export const PlainLink = createLink(AriaLink)
