import { createLink } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps,
  type MenuSectionProps as AriaMenuSectionProps,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { tv } from 'tailwind-variants/lite'

export { MenuTrigger }

const itemStyles = tv({
  base: [
    'group flex min-h-8.5 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-body outline-none select-none',
    'focus:bg-hover pressed:bg-sunken max-sm:min-h-11 pointer-coarse:min-h-11 forced-colors:focus:outline-2',
    '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3',
  ],
})

/** A list of acts that opens at its trigger; under 640 px it is a sheet at the bottom of the screen. */
export function Menu<T extends object>({ head, ...props }: MenuProps<T> & { head?: ReactNode }) {
  return (
    <Popover
      placement="bottom end"
      offset={6}
      className={[
        'min-w-60 overflow-auto rounded-panel bg-raised shadow-menu',
        'transition duration-(--base) entering:opacity-0 sm:entering:-translate-y-1 exiting:opacity-0 exiting:ease-in',
        // The position that the popover computes is written onto the element: only `important` comes before it.
        'max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:max-h-[85dvh]! max-sm:rounded-b-none max-sm:rounded-t-modal max-sm:pb-[env(safe-area-inset-bottom)] max-sm:shadow-modal max-sm:entering:translate-y-2',
      ].join(' ')}
    >
      {head}
      <AriaMenu {...props} className="p-1 outline-none max-sm:p-2" />
    </Popover>
  )
}

interface MenuItemProps extends Omit<AriaMenuItemProps, 'children' | 'className' | 'style'> {
  icon?: ReactNode
  children: string
}

export function MenuItem({ icon, children, ...props }: MenuItemProps) {
  return (
    <AriaMenuItem textValue={children} {...props} className={itemStyles()}>
      {({ isSelected, selectionMode }) => (
        <>
          {icon}
          <span className="flex-1">{children}</span>
          {selectionMode !== 'none' && isSelected && <Check aria-hidden="true" />}
        </>
      )}
    </AriaMenuItem>
  )
}

/** An entry that leads to one of our own pages, as a real link. */
export const MenuLink = createLink(MenuItem)

interface MenuSectionProps extends Omit<AriaMenuSectionProps<object>, 'children' | 'className' | 'style'> {
  title: string
  children: ReactNode
}

export function MenuSection({ title, children, ...props }: MenuSectionProps) {
  return (
    <AriaMenuSection {...props}>
      <Header className="px-2.5 pt-1.5 pb-1 text-small font-semibold text-ink-3">{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

export const MenuRule = () => <Separator className="mx-2.5 my-1 h-px bg-line" />
