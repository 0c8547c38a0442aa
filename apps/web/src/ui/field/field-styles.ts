import { tv } from 'tailwind-variants/lite'

/** The box of a field: a text input, or a button that opens a list. */
export const fieldBoxStyles = tv({
  base: [
    'w-full rounded-control border border-control-line bg-surface px-3 text-body text-ink outline-none placeholder:text-ink-3',
    'pointer-coarse:text-large',
    'focus:border-focus focus:inset-ring focus:inset-ring-focus',
    'invalid:border-red invalid:inset-ring invalid:inset-ring-red invalid:focus:border-red invalid:focus:inset-ring-red',
    'disabled:border-line-2 disabled:bg-sunken disabled:text-ink-2',
    '[&[readonly]]:border-line-2 [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2',
  ],
  variants: {
    size: { medium: 'h-(--control)', large: 'h-11', lines: 'min-h-24 py-2' },
    /** Room at the right for an icon or a button in the box. */
    trailing: { none: '', icon: 'pr-9', button: 'pr-11' },
    /** Room at the left for an icon. */
    leading: { none: '', icon: 'pl-9' },
  },
  defaultVariants: { size: 'medium', trailing: 'none', leading: 'none' },
})

/** Rows of a list that opens under a field. */
export const optionStyles = tv({
  base: [
    'flex min-h-8.5 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1 text-body outline-none select-none',
    'hover:bg-hover focus:bg-hover pressed:bg-sunken disabled:cursor-default disabled:text-ink-3',
    'max-sm:min-h-11 pointer-coarse:min-h-11 forced-colors:focus:outline-2',
  ],
})

/** A button that looks like a field, for lists that open under it. */
export const boxButtonStyles = [
  fieldBoxStyles(),
  'group-invalid:border-red group-invalid:inset-ring group-invalid:inset-ring-red group-invalid:focus:border-red group-invalid:focus:inset-ring-red',
  'flex cursor-pointer items-center gap-2 disabled:cursor-default [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3',
].join(' ')
