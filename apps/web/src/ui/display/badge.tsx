import type { ReactNode } from 'react'
import { tv, type VariantProps } from 'tailwind-variants/lite'

const badgeStyles = tv({
  base: 'inline-flex h-5.5 shrink-0 items-center gap-1 rounded-tag px-1.5 text-small font-semibold whitespace-nowrap forced-colors:border [&_svg]:size-3',
  variants: {
    tone: {
      green: 'bg-green-soft text-green-ink',
      red: 'bg-red-soft text-red-ink',
      yellow: 'bg-yellow-soft text-yellow-ink',
      gray: 'bg-gray-soft text-gray-ink',
      accent: 'bg-accent-soft text-accent-ink',
      outlined: 'border border-line-2 text-ink-2',
    },
    // A whole sentence wraps to two lines instead of overflowing.
    fit: { true: 'h-auto! min-h-5.5 shrink! py-0.5 whitespace-normal! [&_svg]:shrink-0' },
  },
})

type Look = VariantProps<typeof badgeStyles>
type BadgeProps = Required<Omit<Look, 'fit'>> & Pick<Look, 'fit'> & { icon?: ReactNode; children: ReactNode }

/** A status as a word with its icon, never by colour alone. */
export function Badge({ tone, fit, icon, children }: BadgeProps) {
  return (
    <span className={badgeStyles({ tone, fit })}>
      {icon}
      {children}
    </span>
  )
}
