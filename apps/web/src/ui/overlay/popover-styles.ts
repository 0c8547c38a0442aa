import { tv } from 'tailwind-variants/lite'

/** A box that floats at its trigger; under 640 px a sheet at the bottom of the screen, with the page dimmed behind it. */
export const popoverStyles = tv({
  base: [
    'flex flex-col overflow-auto rounded-panel bg-raised shadow-menu outline-none forced-colors:border',
    // It fades in but closes at once: a popover that still fades out holds the focus that the next one wants, and takes
    // presses.
    'transition duration-(--base) entering:opacity-0 exiting:transition-none',
    // React Aria writes the computed position onto the element; only `!important` overrides it. The height is limited so
    // that the sheet does not come up under a mouse that holds a button above it: the release would choose an entry.
    'max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:max-h-[70dvh]! max-sm:w-auto! max-sm:max-w-none!',
    'max-sm:rounded-b-none max-sm:rounded-t-modal max-sm:pb-[env(safe-area-inset-bottom)] sm:entering:-translate-y-1 max-sm:entering:translate-y-2',
    // A shadow that covers the whole screen: the popover has no backdrop of its own to dim.
    'max-sm:shadow-[0_0_0_100vmax_var(--overlay)]',
    // The handle that marks a sheet.
    "max-sm:before:mx-auto max-sm:before:mt-2.5 max-sm:before:mb-1 max-sm:before:h-1 max-sm:before:w-9 max-sm:before:shrink-0 max-sm:before:rounded-round max-sm:before:bg-line-2 max-sm:before:content-['']",
  ],
  variants: {
    width: {
      menu: 'min-w-60',
      /** Short words, such as times. */
      list: 'min-w-44',
      panel: 'w-86',
      /** A few facts about one thing. */
      facts: 'w-74',
      /** As wide as the field at which it opens. */
      trigger: 'w-(--trigger-width) min-w-50',
    },
  },
  defaultVariants: { width: 'menu' },
})
