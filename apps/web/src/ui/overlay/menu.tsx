import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  SubmenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps,
  type MenuSectionProps as AriaMenuSectionProps,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { tv } from 'tailwind-variants/lite'
import { popoverStyles } from './popover-styles.ts'
import { useOpeningPress } from './use-opening-press.ts'
import { TickBox } from '#ui/choice/tick-box.tsx'

export { MenuTrigger, SubmenuTrigger }

const itemStyles = tv({
  base: [
    'group flex min-h-8.5 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-body outline-none select-none',
    'focus:bg-hover pressed:bg-sunken max-sm:min-h-11 pointer-coarse:min-h-11 forced-colors:focus:outline-2',
    'disabled:cursor-default disabled:text-ink-3',
    '[&_svg]:size-4 [&_svg]:shrink-0',
  ],
  variants: {
    tone: { normal: '[&_svg]:text-ink-3', destructive: 'text-red-ink [&_svg]:text-red-ink' },
  },
  defaultVariants: { tone: 'normal' },
})

/** A list of actions that opens at its trigger; under 640 px it is a sheet at the bottom of the screen. */
export function Menu<T extends object>({ head, ...props }: MenuProps<T> & { head?: ReactNode }) {
  return (
    <Popover placement="bottom end" offset={6} className={popoverStyles({ width: 'menu' })}>
      {head}
      <Entries {...props} />
    </Popover>
  )
}

function Entries<T extends object>(props: MenuProps<T>) {
  const isOpening = useOpeningPress()
  return (
    <AriaMenu
      {...props}
      className={`p-1 outline-none max-sm:p-2 ${isOpening ? 'pointer-events-none' : ''}`}
    />
  )
}

interface MenuItemProps extends Omit<AriaMenuItemProps, 'children' | 'className' | 'style'> {
  icon?: ReactNode
  /** A destructive item goes last, behind a rule. */
  tone?: 'normal' | 'destructive'
  children: string
}

/** An action, or with `href` a real link to one of our own pages. */
export function MenuItem({ icon, tone, children, ...props }: MenuItemProps) {
  return (
    <AriaMenuItem textValue={children} {...props} className={itemStyles({ tone })}>
      {({ isSelected, selectionMode, hasSubmenu }) => (
        <>
          {selectionMode === 'multiple' && <TickBox isSelected={isSelected} />}
          {icon}
          <span className="flex-1">{children}</span>
          {selectionMode === 'single' && isSelected && <Check />}
          {hasSubmenu && <ChevronRight />}
        </>
      )}
    </AriaMenuItem>
  )
}

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
