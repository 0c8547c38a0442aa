import { tv } from 'tailwind-variants/lite'

/** The look of a button, for buttons and for links that look like one. */
export const buttonStyles = tv({
  base: [
    'relative inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none',
    'transition-colors duration-(--fast) disabled:cursor-default pending:cursor-default',
    'disabled:border-transparent disabled:bg-gray-soft disabled:text-ink-3',
    '[&_svg]:size-4 [&_svg]:shrink-0',
  ],
  variants: {
    look: {
      // In forced colours backgrounds disappear, and a transparent border is drawn.
      primary:
        'border border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press',
      secondary: 'border border-line-2 bg-surface text-ink shadow-card hover:bg-hover active:bg-sunken',
      quiet: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-sunken',
      destructive: 'border border-transparent bg-red text-on-red hover:bg-red/90 active:bg-red/80',
    },
    size: {
      small: 'h-(--control-small) min-w-(--control-small) px-2.5 text-label',
      medium: 'h-(--control) px-3.5 text-body',
      large: 'h-11 px-5 text-[0.9375rem]',
      icon: 'size-(--control) text-ink-2 [&_svg]:size-5 [&_svg]:stroke-[1.6]',
    },
    width: {
      own: '',
      full: 'w-full',
      // A long label wraps to two lines instead of overflowing.
      fit: 'h-auto! min-h-(--control-small) max-w-full shrink! py-1 text-left whitespace-normal!',
    },
  },
  defaultVariants: { look: 'secondary', size: 'medium', width: 'own' },
})
